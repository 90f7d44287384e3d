"""The table before the game, and who is away during it: told in words."""

from collections.abc import Sequence
from typing import assert_never

from acquire_client.words.events import final_ranking
from acquire_client.words.names import Names
from acquire_client.words.numbers import listing
from acquire_client.words.rulebook import changes as rule_changes
from acquire_client.words.rulebook import differences
from acquire_net.agreement import rulebook_of
from acquire_net.language import _, ngettext
from acquire_net.rules.rulebook import MIN_SEATS, Rulebook
from acquire_net.rules.state import State
from acquire_net.rules.worth import net_worth
from acquire_net.wire.updates import Lobby, Notice, NoticeKind, SeatInfo


def found(lobby: Lobby) -> str:
    """Where one is: the table's name and how many sit there."""
    text = _("{name}, {taken} of {seats} seats taken.")
    return text.format(name=lobby.name, taken=len(lobby.seats), seats=lobby.capacity)


def rules_in_short(rulebook: Rulebook) -> str:
    """The rules in one line, for those who have heard them all before."""
    text = _("Rules: {preset}. {differences} Type rules to hear them all.")
    return text.format(preset=rulebook.preset, differences=differences(rulebook))


def seated(lobby: Lobby) -> str:
    """Who sits here, and how many are missing."""
    names = ", ".join(_title(seat) for seat in lobby.seats) or _("nobody yet")
    if missing := lobby.capacity - len(lobby.seats):
        text = _("At the table: {names}; waiting for {missing} more.")
        return text.format(names=names, missing=missing)
    return _("At the table: {names}.").format(names=names)


def _title(seat: SeatInfo) -> str:
    return _("{name} (bot)").format(name=seat.name) if seat.bot else seat.name


def changes(before: Lobby, now: Lobby, me: bytes) -> list[str]:
    """What changed in a lobby, a line each: rules, seats, order, who is ready."""
    told: list[str] = []
    if before.rulebook != now.rulebook:
        told += rule_changes(rulebook_of(before.rulebook), rulebook_of(now.rulebook))
    if _identities(before) != _identities(now) or before.capacity != now.capacity:
        told.append(seated(now))
    was = {seat.identity: seat.ready for seat in before.seats}
    for seat in now.seats:
        if seat.ready == was.get(seat.identity, False) or seat.bot or seat.identity == me:
            continue
        if seat.ready:
            told.append(_("{name} is ready.").format(name=seat.name))
        elif before.rulebook == now.rulebook and before.capacity == now.capacity:
            told.append(_("{name} is not ready any more.").format(name=seat.name))
    return told


def _identities(lobby: Lobby) -> list[bytes]:
    return [seat.identity for seat in lobby.seats]


def here(lobby: Lobby, me: bytes, ways_in: Sequence[str] = ()) -> list[str]:
    """Who is here and how, the rules in force, what differs from the preset, and how others join."""
    told = [f"{seat.index + 1}. {_described(seat, lobby, me)}" for seat in lobby.seats]
    if free := lobby.capacity - len(lobby.seats):
        told.append(ngettext("{count} seat is free.", "{count} seats are free.", free))
        told[-1] = told[-1].format(count=free)
    if lobby.spectators:
        line = ngettext("{count} only watches.", "{count} only watch.", lobby.spectators)
        told.append(line.format(count=lobby.spectators))
    rulebook = rulebook_of(lobby.rulebook)
    told.append(_("Rules: {preset}.").format(preset=rulebook.preset))
    return [*told, differences(rulebook), *ways_in]


def _described(seat: SeatInfo, lobby: Lobby, me: bytes) -> str:
    about = []
    if seat.identity == me:
        about.append(_("you"))
    if seat.identity == lobby.host_identity:
        about.append(_("hosting"))
    if seat.bot:
        about.append(_("bot"))
    about.append(_("ready") if seat.ready else _("not ready"))
    if not seat.connected:
        about.append(_("away"))
    return f"{seat.name}: {', '.join(about)}."


def asks_ready(*, again: bool) -> str:
    """What asks a player to agree to the rules, for the first time or after they changed."""
    if again:
        return _("Do you agree? Enter agrees to the rules as they are now.")
    return _("Enter, or ready, agrees to these rules. help tells what else can be typed.")


def can_start(lobby: Lobby) -> bool:
    """Whether the hosting player may start now: enough sit, and all are ready."""
    return len(lobby.seats) >= MIN_SEATS and all(seat.ready for seat in lobby.seats)


def waiting(lobby: Lobby, me: bytes) -> str:
    """What the table waits for, as one sentence."""
    missing = [seat.name for seat in lobby.seats if not seat.ready and seat.identity != me]
    if missing:
        return _("Not ready yet: {names}.").format(names=listing(missing))
    if any(seat.identity == me and not seat.ready for seat in lobby.seats):
        return _("You are not ready yet.")
    if can_start(lobby) and lobby.host_identity == me:
        return _("All are ready: start begins the game with those who sit.")
    return _("Waiting for others to sit down.")


def help_text(*, hosting: bool) -> list[str]:
    """The commands of the lobby; those of the hosting player too, for him."""
    told = [
        _("Enter or ready: you agree to the rules. not ready: you take that back."),
        _("show: who is here, and how others join. rules: the rules in full."),
        _("say hello, or /hello: a word to the others. nudge Bo: rings for Bo."),
        _("quit: leave the table."),
    ]
    if hosting:
        told += [
            _("rule hand_size=5: changes a rule. preset 1999: plays by another edition."),
            _("seats 4: how many may play. bot, bot greedy: a bot takes a seat."),
            _("remove Bo: empties a seat. order Bo Ann: the order of play. shuffle: by chance."),
            _("start: begins the game with those who sit, two at least, when all are ready."),
        ]
    return told


# -- what others say -----------------------------------------------------------------------------


def notice(notice: Notice) -> str:
    """What a notice says, as a sentence."""
    sender, text = notice.sender, notice.text
    match notice.kind:
        case NoticeKind.SAY:
            return _("{sender} says: {text}").format(sender=sender, text=text)
        case NoticeKind.CONFIRM:
            return _("{sender} compared the table check.").format(sender=sender)
        case NoticeKind.NUDGE:
            return _("{sender} rings for {name}.").format(sender=sender, name=text)
        case NoticeKind.CONSENT:
            ask = _("Shall a bot hold the seat of {name} until {name} is back? consent {name}")
            return ask.format(name=text)
        case NoticeKind.SUBSTITUTED:
            return _("A bot holds the seat of {name} now.").format(name=text)
        case NoticeKind.ABANDON:
            ask = _("{name} wants to end the game as it stands. abandon agrees.")
            return ask.format(name=text)
        case NoticeKind.PLAY_ON:
            return _("{name} wants to play on.").format(name=text)
        case NoticeKind.REFUSED | NoticeKind.HOST:
            return text
        case _:
            assert_never(notice.kind)


def another_check(notice: Notice) -> str:
    """That somebody sees another table check: then two different tables pass for one."""
    text = _(
        "WARNING: {sender} read the table check {digits}, which is not yours. If that is no slip,"
        " somebody stands between you: stop playing."
    )
    return text.format(sender=notice.sender, digits=notice.text)


# -- who is away ---------------------------------------------------------------------------------


def duration(seconds: int) -> str:
    """A span of time, roughly: `40 seconds`, `3 minutes`, `2 hours`."""
    if seconds < 90:
        return ngettext("{count} second", "{count} seconds", seconds).format(count=seconds)
    if seconds < 5400:
        minutes = (seconds + 30) // 60
        return ngettext("{count} minute", "{count} minutes", minutes).format(count=minutes)
    hours = (seconds + 1800) // 3600
    return ngettext("{count} hour", "{count} hours", hours).format(count=hours)


def away(name: str, seconds: int, *, awaited: bool) -> str:
    """That a player has been away for so long, and whether the game waits for him."""
    since = duration(seconds)
    if awaited:
        text = _("The game waits for {name}, who has been away for {since}.")
        return text.format(name=name, since=since)
    return _("{name} has been away for {since}.").format(name=name, since=since)


def what_now(name: str, seats: int, *, hosting: bool) -> str:
    """What those can do who wait for a player that is away."""
    if seats == 2:
        return _(
            "You can wait; adjourn, and go on another day; or abandon, and count as it stands."
        )
    if hosting:
        return _(
            "You can wait; adjourn; abandon, if all agree; or ask all whether a bot may hold the"
            " seat: substitute {name}."
        ).format(name=name)
    return _("You can wait; adjourn; or abandon, if all agree.")


def as_it_stands(state: State, names: Names) -> list[str]:
    """The count of a game that was ended before the rules do: money, bonuses, shares at their price."""
    head = _("The game was ended as it stands. Counted now, bonuses included:")
    return [head, *final_ranking(net_worth(state), names)]


# -- an evening ----------------------------------------------------------------------------------


def evening(wins: Sequence[tuple[str, int]]) -> str:
    """Who won how many games of an evening, as `Score of the evening: Ann 2, Bo 1`."""
    score = ", ".join(f"{name} {count}" for name, count in wins)
    return _("Score of the evening: {score}.").format(score=score)
