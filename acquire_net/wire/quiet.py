"""Keeps gRPC's C core from writing to stderr, where it would draw across a player's screen.

Imported before `grpc`, which reads the variable once, when it is loaded. Whoever looks for a fault
sets GRPC_VERBOSITY, which is then left alone.
"""

import os

os.environ.setdefault("GRPC_VERBOSITY", "NONE")
