"""What Miai keeps on disk."""
