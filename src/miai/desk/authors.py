"""Authors of entries that are not a person."""

from miai.messages import mark

# Who does what is done by the command `miai`; pages say it in the reader's language.
COMMAND_LINE = mark("command line")
