"""The ways to a table: within this process, and over gRPC."""
