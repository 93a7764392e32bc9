"""How many random events each oracle is compared with."""

import os

EVENTS = 5000 if os.environ.get("MIAI_SOAK") == "1" else 200
