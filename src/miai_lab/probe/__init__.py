"""The probe of pairing weights."""
