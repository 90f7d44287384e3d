"""`acquire report` and `acquire plot`: a game to keep and to show, and how its players fared."""

import os
import shutil
import sys
from argparse import Namespace
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from acquire_client.cli.finding import ledger_named
from acquire_client.report.story import Story, seat_of, story
from acquire_client.storage import ledgerfile, places
from acquire_client.storage.vault import Vault
from acquire_client.voices import PlainVoice
from acquire_net.errors import AcquireError, Refused, Unreadable
from acquire_net.language import _

HEIGHT = 24
"""Lines of a plot where the terminal has as many."""


def run(options: Namespace) -> int:
    """Runs the command."""
    return _report(options) if options.command == "report" else _plot(options)


def _voice() -> PlainVoice:
    sys.stdout.reconfigure(errors="replace")  # type: ignore[union-attr]
    return PlainVoice(sys.stdout)


def _story(path: Path) -> Story:
    """The game as its player may see it; raises Unreadable for what is no ledger."""
    data = ledgerfile.read(path)
    try:
        return story(data, seat_of(data, _table_keys(path)))
    except Unreadable as error:
        text = _("{path} cannot be replayed: {reason}.")
        raise Unreadable(text.format(path=path, reason=error)) from error


def _table_keys(path: Path) -> list[bytes]:
    """The table keys that lie beside a ledger: whose game it is on this computer."""
    with suppress(AcquireError):
        vault = Vault.load(places.secrets_beside(path))
        return [secrets.public_table for secrets in vault.authors.values()]
    return []


# -- the page --------------------------------------------------------------------------------


def _report(options: Namespace) -> int:
    from acquire_client.report.page import DOCTYPE, page

    path = ledger_named(options.file)
    text = page(_story(path), _day(path))
    name = path.name.removesuffix(places.LEDGER).removesuffix(".jsonl")
    out = Path(options.output or f"{name}.html").expanduser().absolute()
    _check_place(out, DOCTYPE.encode())
    _write(out, text, 0o666)
    told = [_("The report is written: {path}").format(path=out)]
    told.append(_("Open it in a browser: {address}").format(address=out.as_uri()))
    _voice().tell(told)
    return 0


def keep(ledger: bytes) -> Path:
    """Writes the page of a finished game into the data folder; where it is."""
    from acquire_client.report.page import page

    now = datetime.now()
    out = places.made(places.home() / "reports") / f"{now:%Y%m%d-%H%M%S}.html"
    text = page(story(ledger), f"{now.date()}")
    _write(out, text, 0o600)
    return out


def _write(out: Path, text: str, mode: int) -> None:
    ledgerfile.write_whole(out, out.with_name(f"{out.name}.new"), text.encode(), mode)


def _day(path: Path) -> str:
    """The day a game began, by its file's name; empty for a file of another name."""
    try:
        return f"{datetime.strptime(path.name[:8], '%Y%m%d').date()}"
    except ValueError:
        return ""


def _check_place(out: Path, begin: bytes) -> None:
    """Makes sure that a report may be written there: over an older one, over nothing else."""
    if not out.exists():
        return
    if out.is_file():
        with out.open("rb") as stream:
            if stream.read(len(begin)) == begin:
                return
    text = _("{path} is there already, and no report; name another file with --output.")
    raise Refused("FILE_EXISTS", text.format(path=out))


# -- the plot --------------------------------------------------------------------------------


def _plot(options: Namespace) -> int:
    from acquire_client.report.plots import LEAST, net_worth_lines, net_worth_plot

    told = _story(ledger_named(options.file))
    fortunes = told.fortunes
    if not fortunes or not told.turns:
        raise Refused("NOTHING_TO_PLOT", _nothing(told))
    names = [told.players[seat] for seat in fortunes]
    points = [*fortunes.values()]
    wide, high = shutil.get_terminal_size()
    size = max(LEAST[0], min(wide, 120)), max(LEAST[1], min(high - 1, HEIGHT))
    if options.plain or not _draws():
        lines = net_worth_lines(points, names)
    else:
        ascii_only = not _shows("⠿─")
        colour = "NO_COLOR" not in os.environ
        lines = net_worth_plot(points, names, *size, colour=colour, ascii_only=ascii_only)
    _voice().tell(lines)
    return 0


def _nothing(told: Story) -> str:
    if not told.turns:
        return _("There is nothing to plot: no tile was laid in that game.")
    return _("Cash and shares are hidden in that game until it is over.")


def _draws() -> bool:
    """Whether somebody looks at a terminal that can draw, and wants it to."""
    plain = os.environ.get("ACQUIRE_UI") == "plain" or os.environ.get("TERM") == "dumb"
    return sys.stdout.isatty() and not plain


def _shows(text: str) -> bool:
    """Whether the terminal's encoding has these characters."""
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True
