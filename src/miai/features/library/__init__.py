"""What `import miai` offers beside the use cases themselves, with an example for each function."""
