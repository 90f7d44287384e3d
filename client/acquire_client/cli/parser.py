"""The command line: every command and option, without importing what they need."""

import argparse
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from typing import TypeAlias

from acquire_client.cli.helping import OutlineFormatter, Parser, columns
from acquire_net.language import _

LEVELS = ("random", "greedy")
PRESETS = ("classic", "1999")
THEMES = ("default", "contrast", "colour-blind", "mono")
DEFAULT_PORT = 7777


def program() -> str:
    """The program's version, for people."""
    from importlib.metadata import PackageNotFoundError, version  # takes as long as all of help

    try:
        return f"acquire {version('acquire-net')}"
    except PackageNotFoundError:  # run from a tree that was never installed
        return "acquire (not installed)"


def parse(arguments: Sequence[str]) -> Namespace:
    """The options of a command line; `command` is None for a bare `acquire`.

    Prints help, the version or what is wrong, and exits, as command lines do.
    """
    return build().parse_args(arguments)


def build() -> ArgumentParser:
    """The parser of everything."""
    parser = Parser(
        prog="acquire",
        description=_("Acquire, with draws that nobody has to take on trust."),
        epilog=_outline(),
        formatter_class=OutlineFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action=_Version, nargs=0, help=_("show the version and exit"))
    parser.add_argument("--lang", metavar="CODE", help=_("en, es, nl or ko; after a command too"))
    commands = parser.add_subparsers(dest="command", metavar="command")

    _playing(commands)
    _looking(commands)
    return parser


def _outline() -> str:
    """The first commands to try, what they do beside them."""
    lines = (
        (_("play against the computer:"), "acquire play"),
        (_("host a table:"), "acquire host --seats 4"),
        (_("join it:"), "acquire join 127.0.0.1:7777"),
        (_("check a game:"), "acquire audit last"),
    )
    widest = max(columns(what) for what, command in lines)
    return "".join(
        f"{what}{' ' * (widest - columns(what))}   {command}\n" for what, command in lines
    )


# in quotes, since only the stubs know that it is generic
_Commands: TypeAlias = "argparse._SubParsersAction[Parser]"  # noqa: SLF001


def _playing(commands: _Commands) -> None:
    """The commands that play or watch."""
    play = commands.add_parser("play", help=_("play against bots on this computer"))
    play.add_argument(
        "--bots", type=_number(1, 6), default=None, help=_("how many, 5 beside you (default 3)")
    )
    play.add_argument("--level", choices=LEVELS, help=_("how well they play (default greedy)"))
    play.add_argument("--no-player", action="store_true", help=_("let bots play among themselves"))
    play.add_argument(
        "--resume", nargs="?", const="last", metavar="FILE", help=_("go on with a game")
    )
    _rules(play, disclosure="open")
    _player(play)
    _ledger(play)

    host = commands.add_parser("host", help=_("host a table, and play at it"))
    host.add_argument("--seats", type=_number(2, 6), help=_("how many play (default 4)"))
    host.add_argument(
        "--tables", type=_number(1, 32), metavar="N", help=_("host so many tables, without a seat")
    )
    host.add_argument(
        "--port",
        type=_number(0, 65535),
        help=_("0 for any free one (default {port})").format(port=DEFAULT_PORT),
    )
    host.add_argument("--bind", metavar="ADDRESS", help=_("one of this computer's (default all)"))
    host.add_argument("--no-mdns", action="store_true", help=_("do not advertise the table"))
    host.add_argument(
        "--allow-sleep", action="store_true", help=_("let this computer sleep while it hosts")
    )
    host.add_argument(
        "--open", action="store_true", help=_("let anybody play, without a join code")
    )
    host.add_argument("--table", metavar="NAME", help=_("the table's name"))
    host.add_argument("--no-player", action="store_true", help=_("host only, without a seat"))
    host.add_argument(
        "--rematch", action="store_true", help=_("without a seat: open the next table by itself")
    )
    host.add_argument(
        "--reflection", action="store_true", help=_("tell other programs which calls there are")
    )
    host.add_argument(
        "--resume", nargs="?", const="last", metavar="FILE", help=_("go on with a game")
    )
    _rules(host, disclosure="hidden")
    _player(host)
    _ledger(host)

    join = commands.add_parser("join", help=_("join a table, or come back to it"))
    _where(join, optional=True)
    _player(join)
    _ledger(join)

    watch = commands.add_parser("watch", help=_("watch a table"))
    _where(watch, optional=True)
    watch.add_argument("--json", action="store_true", help=_("one JSON object a line"))
    _screen(watch)
    _verbose(watch)
    _ledger(watch)

    bot = commands.add_parser("bot", help=_("seat a bot at a table"))
    _where(bot)
    bot.add_argument("--level", choices=LEVELS, default="greedy", help=_("how well it plays"))
    _player(bot)
    _ledger(bot)


def _looking(commands: _Commands) -> None:
    """The commands that find, check and look back."""
    commands.add_parser("find", help=_("list the tables on this network")).add_argument(
        "--json", action="store_true", help=_("one JSON object a line")
    )
    doctor = commands.add_parser("doctor", help=_("find out why players do not reach each other"))
    doctor.add_argument("--json", action="store_true", help=_("one JSON object a line"))
    doctor.add_argument("--port", type=_number(1, 65535), default=DEFAULT_PORT)

    hosts = commands.add_parser("hosts", help=_("list the hosts you have met, or forget one"))
    hosts.add_argument("action", nargs="?", choices=("list", "forget"), default="list")
    hosts.add_argument("which", nargs="*", help=_("its number, name, address or key"))

    commands.add_parser("games", help=_("list the games kept on this computer"))
    for name, text in (
        ("audit", _("check that every draw of a game was fixed before it")),
        ("show", _("replay a game as text")),
        ("export", _("write a game in another format")),
        ("report", _("write a game as a page for the browser")),
        ("plot", _("draw how the players' net worth went")),
    ):
        look = commands.add_parser(name, help=text)
        look.add_argument(
            "file", nargs="?", default="last", help=_("a file, a number of `games`, last")
        )
        if name == "show":
            look.add_argument("--at", type=_number(0, 100_000), metavar="STEP", help=_("one entry"))
        if name == "export":
            look.add_argument("--format", choices=("transcript",), required=True)
            look.add_argument("--output", metavar="FILE", help=_("instead of printing it"))
        if name == "report":
            look.add_argument("--output", metavar="FILE.html", help=_("where to write it"))
        if name == "plot":
            look.add_argument("--plain", action="store_true", help=_("in words, without drawing"))

    rules = commands.add_parser("rules", help=_("the rules in force and the price card"))
    _rules(rules, disclosure="hidden")

    config = commands.add_parser("config", help=_("your settings, and where they are kept"))
    config.add_argument("action", nargs="?", choices=("show", "path"), default="show")
    completion = commands.add_parser("completion", help=_("print a completion for your shell"))
    completion.add_argument("shell", choices=("bash", "zsh", "fish", "tcsh"))


class _Version(argparse.Action):
    """Looks the version up only when somebody asks for it."""

    def __call__(self, parser: ArgumentParser, *_: object) -> None:
        print(program())  # noqa: T201
        parser.exit()


def _where(command: ArgumentParser, *, optional: bool = False) -> None:
    command.add_argument(
        "address",
        nargs="?" if optional else None,
        help=_(
            "HOST[:PORT] or acquire://HOST:PORT/#CODE;"
            " without it, the tables of this network are listed"
        )
        if optional
        else _("HOST[:PORT] or acquire://HOST:PORT/#CODE"),
    )
    command.add_argument(
        "code",
        nargs="*",
        help=_(
            "the six digits on the host's screen, once; ACQUIRE_JOIN_CODE hides them from others"
        ),
    )


def _verbose(command: ArgumentParser) -> None:
    command.add_argument("--verbose", action="store_true", help=_("the log on standard error too"))


def _player(command: ArgumentParser) -> None:
    command.add_argument("--name", help=_("what others call you"))
    command.add_argument("--profile", help=_("whose key plays"))
    command.add_argument("--json", action="store_true", help=_("one JSON object a line"))
    _verbose(command)
    command.add_argument(
        "--no-confirm", action="store_true", help=_("answers need no second Enter")
    )
    command.add_argument(
        "--announce", choices=("all", "mine", "hold"), help=_("which events are told")
    )
    command.add_argument(
        "--auto-board", action="store_true", help=_("tell the board before a turn")
    )
    _screen(command)
    command.add_argument("--pace", type=_seconds, help=_("seconds between bots' decisions"))
    command.add_argument("--seed", type=int, help=_("a reproducible game, which proves nothing"))


def _screen(command: ArgumentParser) -> None:
    command.add_argument("--plain", action="store_true", help=_("plain text, not the full screen"))
    command.add_argument("--theme", choices=THEMES, help=_("how the full screen looks"))
    command.add_argument("--no-bell", action="store_true", help=_("questions do not ring"))
    command.add_argument("--ascii", action="store_true", help=_("draw no lines but - and |"))


def _ledger(command: ArgumentParser) -> None:
    command.add_argument("--ledger", metavar="FILE", help=_("where to keep the game"))


def _rules(command: ArgumentParser, *, disclosure: str) -> None:
    command.add_argument("--preset", choices=PRESETS, help=_("the edition (default classic)"))
    command.add_argument(
        "--rule",
        action="append",
        default=[],
        metavar="OPTION=VALUE",
        help=_("for example bonus_timing=all_first; `acquire rules` lists them"),
    )
    command.set_defaults(disclosure=disclosure)


def _number(low: int, high: int):  # type: ignore[no-untyped-def]  # argparse takes any callable
    def number(text: str) -> int:
        value = int(text)
        if not low <= value <= high:
            wrong = _("{value} is not from {low} to {high}")
            raise argparse.ArgumentTypeError(wrong.format(value=value, low=low, high=high))
        return value

    return number


def _seconds(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value <= 60:
        wrong = _("{value} is not from 0 to 60 seconds")
        raise argparse.ArgumentTypeError(wrong.format(value=repr(text)))
    return value
