"""The stable JSON of the commands: keys and their order stay, whatever the values inside are called."""
