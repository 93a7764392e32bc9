"""How good the draws of an event were."""
