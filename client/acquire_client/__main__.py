"""The `acquire` command: parses what was typed, runs it, and says in one sentence what went wrong."""

import sys

from acquire_client import languages
from acquire_client.cli import parser


def main(arguments: list[str] | None = None) -> int:
    """Runs one command line; the exit code."""
    wish, rest = languages.taken(sys.argv[1:] if arguments is None else arguments)
    languages.speak(languages.chosen(wish))
    options = parser.parse(rest)
    try:
        from acquire_client.cli import running  # help needs none of it

        return running.run(options)
    except KeyboardInterrupt:  # before anything was begun
        return 130


if __name__ == "__main__":
    sys.exit(main())
