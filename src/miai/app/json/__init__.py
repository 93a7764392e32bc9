"""The JSON that commands print and the API answers: keys and their order stay."""
