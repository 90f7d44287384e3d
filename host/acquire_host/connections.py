"""How many connections a host has room for: each takes a file descriptor, as ledgers do."""

import sys
from contextlib import suppress
from typing import Final

MOST: Final = 1024
"""Connections of a table at one time, whoever they come from; each takes some 40 KB."""
KEPT: Final = 128
"""File descriptors that connections leave for everything else."""


def room(tables: int) -> int:
    """How many connections each of so many tables in this process may have.

    The system is asked to allow as many as are wanted.
    """
    if sys.platform == "win32":
        return MOST  # has no such limit
    import resource  # which Windows lacks

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST * tables + KEPT
    if hard != resource.RLIM_INFINITY:
        wanted = min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(OSError, ValueError):  # some systems allow less than they say
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
    if soft == resource.RLIM_INFINITY:
        return MOST
    return max(1, min(MOST, (soft - KEPT) // tables))
