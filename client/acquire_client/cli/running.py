"""Runs a parsed command, and turns what went wrong into one sentence and an exit code."""

import sys
from argparse import Namespace
from importlib import import_module

from acquire_client.logs import keep_log
from acquire_client.storage import places
from acquire_net.errors import AcquireError, BrokenPromise
from acquire_net.language import _


class Terminated(BaseException):
    """SIGTERM, or a terminal that was closed; `number` is the signal's."""

    def __init__(self, number: int) -> None:
        super().__init__(f"signal {number}")
        self.number = number


_COMMANDS = {
    "play": "practice",
    "host": "hosting",
    "join": "joining",
    "watch": "joining",
    "bot": "joining",
    "hosts": "hosts",
    "find": "discovering",
    "doctor": "discovering",
    "games": "looking",
    "audit": "auditing",
    "show": "looking",
    "export": "looking",
    "report": "reporting",
    "plot": "reporting",
    "rules": "looking",
    "config": "configuring",
    "completion": "configuring",
    None: "menu",
}
"""The module of each command; only the one that is asked for is loaded."""


_LOGGED = ("play", "host", "join", "watch", "bot")
"""The commands that keep a log of what they did."""


def run(options: Namespace) -> int:
    """Runs the command; its exit code.

    0 done, 1 refused, broken or not possible, 2 incomplete, 128 + n ended by signal n.
    """
    module = import_module(f"acquire_client.cli.{_COMMANDS[options.command]}")
    try:
        if options.command in _LOGGED:
            keep_log(places.home() / "logs", verbose=options.verbose)
        code: int = module.run(options)
    except BrokenPromise as lie:
        text = _("FALSE: {what}. Whose promise: {who}. The ledger file is the evidence.")
        return _say(text.format(what=lie.what.rstrip("."), who=lie.who))
    except AcquireError as error:
        return _say(str(error))
    except BrokenPipeError:
        sys.stderr.close()  # whoever read our output has gone: nobody to tell
        return 1
    except OSError as error:
        why = error.strerror or error
        if error.filename:
            text = _("The system refused: {why} ({file}).")
            return _say(text.format(why=why, file=error.filename))
        return _say(_("The system refused: {why}.").format(why=why))
    except Terminated as end:
        return _say(_("Stopped."), 128 + end.number)
    except KeyboardInterrupt:
        return _say(_("Stopped."), 130)
    return code


def _say(text: str, code: int = 1) -> int:
    print(text, file=sys.stderr)  # noqa: T201  # the entry point speaks
    return code
