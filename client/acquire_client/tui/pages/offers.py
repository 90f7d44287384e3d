"""Pages that ask something which is not a question of the rules: each answer is a typed line."""

from dataclasses import dataclass

from acquire_client.tui.pages.sheet import Paragraph, Sheet, heading
from acquire_net.language import _


@dataclass(frozen=True, slots=True)
class Offer:
    """A page with numbered answers, and the line that each of them types; an empty one: nothing.

    `first` is the answer that Enter gives at once: one that commits to nothing.
    """

    sheet: Sheet
    answers: tuple[tuple[str, str], ...]
    first: int = 0


def check(digits: str) -> Offer:
    """The table check, to be compared aloud."""
    body: list[Paragraph] = [
        "",
        heading(f"    {digits}"),
        "",
        _("Read it aloud. Everybody at the table must see the same digits."),
        _("If they are the same, nobody sits between you and the others."),
        _("If they differ, somebody does: stop, and let the host open the table again."),
    ]
    return Offer(
        Sheet(_("Table check"), body),
        (
            (_("Later: the digits stay in the top line"), ""),
            (_("Everybody sees the same"), "confirm"),
            (_("They differ: leave the table"), "quit"),
        ),
    )


def away(name: str, since: str, *, seats: int, hosting: bool) -> Offer:
    """A player is away, and what the others can do."""
    answers = [(_("Wait"), "")]
    if hosting and seats > 2:
        ask = _("Ask all others whether a bot may hold the seat until {name} is back")
        answers.append((ask.format(name=name), f"substitute {name}"))
    answers.append((_("Adjourn: stop and save, and go on another day"), "adjourn"))
    answers.append((_("Abandon: end the game as it stands, if all agree"), "abandon"))
    text = _("The game waits for {name}, who is away since {time}.").format(name=name, time=since)
    body = ["", text, _("Nothing is lost, and the seat is kept.")]
    return Offer(Sheet(_("{name} is away").format(name=name), body), tuple(answers))


def substitute(name: str) -> Offer:
    """Whether a bot may hold the seat of a player who is away."""
    text = _("Shall a bot hold the seat of {name} until {name} is back?").format(name=name)
    return Offer(
        Sheet(_("{name} is away").format(name=name), ["", text]),
        ((_("Not now"), ""), (_("Yes: a bot may hold the seat"), f"consent {name}")),
    )


def abandon(name: str) -> Offer:
    """Whether the game ends as it stands."""
    text = _("{name} wants to end the game as it stands. It takes all of you.").format(name=name)
    return Offer(
        Sheet(_("End the game as it stands?"), ["", text, _("It would be counted as it is now.")]),
        (
            (_("Not now"), ""),
            (_("Yes: end it"), "abandon"),
            (_("No: play on"), "continue"),
        ),
    )
