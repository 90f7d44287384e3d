"""The help: what the keys do now, how it is played, the price card, the rules, all keys."""

from acquire_client.tui import keyhelp
from acquire_client.tui.choosing.intents import Mode
from acquire_client.tui.pages.sheet import Paragraph, Sheet, heading
from acquire_client.tui.text import columns, left
from acquire_client.tui.theme import THEMES
from acquire_client.words.help import help_text
from acquire_client.words.numbers import listing
from acquire_client.words.prices import card
from acquire_client.words.rulebook import in_force
from acquire_net.language import _
from acquire_net.rules.editions import CLASSIC
from acquire_net.rules.rulebook import Rulebook

KEYS = 24
"""The most columns for the keys."""


def page(mode: Mode, rulebook: Rulebook | None) -> Sheet:
    """The keys of this moment first, then the game, then everything else."""
    *parts, always = keyhelp.sections(rulebook or CLASSIC)
    now = [part for part in parts if part.mode is mode]
    body: list[Paragraph] = [line for part in (*now, always) for line in _section(part)]
    if rulebook is not None:
        body += ["", heading(_("How it is played")), *help_text("rules", rulebook)]
        body += ["", heading(_("Prices")), *card(rulebook)]
        body += ["", heading(_("The rules in force")), *in_force(rulebook)]
        body += ["", heading(_("Commands, after a colon")), *help_text("", rulebook)]
    body += ["", heading(_("Commands of the screen, after a colon")), *_own()]
    body += [line for part in parts if part not in now for line in _section(part)]
    return Sheet(_("Help"), [*body, "", *keyhelp.notes()])


def _own() -> list[str]:
    """The commands that plain lines do not have."""
    themes = listing([*THEMES])
    return [
        _("review: the game so far, turn by turn."),
        _("plot, report: net worth, and a page for the browser, when the game is over."),
        _("theme: how the screen looks, {themes}; for example theme mono.").format(themes=themes),
        _("mouse: for playing, or for the terminal to select text."),
        _("plain: words instead of a screen, line by line; screen comes back from there."),
    ]


def _section(section: keyhelp.Section) -> list[Paragraph]:
    room = min(KEYS, max(columns(keys) for keys, _what in section.lines)) + 2
    lines: list[Paragraph] = ["", heading(section.title)]
    lines += [(("class:own", left(keys, room)), ("", what)) for keys, what in section.lines]
    return lines
