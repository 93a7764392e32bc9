"""The second listener: with it phones in the hall open the public pages, and nothing else."""
