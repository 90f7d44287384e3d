"""What travels between host and client besides the log, and how errors travel."""
