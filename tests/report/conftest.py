"""A computer for every test that runs a command, as the command line's own tests have it."""

from tests.cli.conftest import computer, here

__all__ = ["computer", "here"]
