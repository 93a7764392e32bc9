"""Files of MacMahon."""
