"""Tables as they come up in real play, made into views: the same every time."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial, wraps
from typing import Final, ParamSpec

from acquire_client.tui import view as views
from acquire_client.tui.choosing import chooser_ahead, chooser_for
from acquire_client.tui.choosing.intents import Deed, Mode
from acquire_client.tui.choosing.rows import Rows
from acquire_client.tui.chronicle import Chronicle
from acquire_client.tui.deciding import deciding
from acquire_client.tui.view import Desk, Status, View
from acquire_client.words.names import Names
from acquire_net.language import _, spoken
from acquire_net.rules.board import Fate
from acquire_net.rules.editions import CLASSIC
from acquire_net.rules.rulebook import Disclosure, Rulebook
from tests.client.asking import PLAYERS
from tests.games import Moment, moments
from tests.tui.choosing.playing import kind_of, question_of

EARLIEST: Final = 25
"""The turn before which there is too little on the board to be worth a picture."""
_Given = ParamSpec("_Given")


def once(make: Callable[_Given, View]) -> Callable[_Given, View]:
    """Makes a view only once in each language."""
    kept = cache(lambda _language, *given, **named: make(*given, **named))

    @wraps(make)
    def view(*given: _Given.args, **named: _Given.kwargs) -> View:
        return kept(spoken(), *given, **named)  # type: ignore[arg-type]  # all can be hashed

    return view


def chat() -> Sequence[tuple[str, str]]:
    """What was said, and told, at the table."""
    away = _("{name} is away.").format(name="Oak")
    return ("Sky", "nice one"), ("", away), ("Ox", "잘했어요 - that was good")


def rules(disclosure: Disclosure, hand_size: int = 6) -> Rulebook:
    return replace(CLASSIC, disclosure=disclosure, hand_size=hand_size)


@dataclass(frozen=True)
class Scene:
    """A moment of a game with its log, and who looks at it."""

    moment: Moment
    chronicle: Chronicle
    names: Names
    hand: Sequence[int]

    def view(self, rows: Rows | None, *, again: bool = False, message: str = "") -> View:
        state = self.moment.state
        mode = Mode.LOG if rows is None else rows.mode
        return views.table(
            state,
            self.names,
            self.hand,
            Status(
                "Red's table",
                state.turn,
                state.bag_size - state.next_position,
                deciding(state, self.names),
                self.names.me in state.asking,
                "21:12",
                ("Oak",),
                _("live"),
                "",
            ),
            log=self.chronicle.told,
            news=self.chronicle.of_turns_before,
            chat=chat(),
            fresh=frozenset([state.last_tile]),
            away={3: "21:09"},
            asked=views.asked(rows, again=again) if rows else None,
            desk=Desk(mode=mode, message=message),
        )


def scenes(
    seat: int | None, disclosure: Disclosure = "open", seats: int = 4, hand_size: int = 6
) -> Iterator[Scene]:
    """Moments of seeded games as one seat, or an onlooker, sees them; live until the next."""
    book = rules(disclosure, hand_size)
    names = Names(book, PLAYERS[:seats], seat, frozenset({2}))
    for seed in range(200):
        chronicle = Chronicle(names)
        for moment in moments(book, seats, seed, partial(chronicle.add, hand={})):
            hand = (moment.order[held] for held in moment.state.hands[seat or 0])
            if moment.state.turn >= EARLIEST:
                yield Scene(moment, chronicle, names, [] if seat is None else [*hand])


@once
def asked(kind: str, disclosure: Disclosure = "open", seats: int = 4) -> View:
    """The first question of a kind that is put to the reader, a few keys into his choice."""
    few = 3 if kind == "show" else 6  # whole hands of six that cannot be placed are very rare
    for scene in scenes(0, disclosure, seats, few):
        if scene.moment.seat != 0:
            continue
        question = question_of(scene.moment)
        if kind_of(question) != kind:
            continue
        rows = chooser_for(question, scene.names)
        if kind in ("buyshares", "disposeshares"):
            rows.press(Deed.MORE)
        return scene.view(rows)
    raise LookupError(kind)


@once
def merger(chains: int) -> View:
    """The cursor on a tile that merges so many chains, asked once more."""
    for scene in scenes(0):
        question = question_of(scene.moment)
        if scene.moment.seat != 0 or kind_of(question) != "place":
            continue
        state, rows = scene.moment.state, chooser_for(question, scene.names)
        for _position, tile in question.hand:
            around = (state.around(tile) & 127).bit_count()
            if state.fate(tile) is Fate.MERGE and around == chains:
                while rows.focus != tile:
                    rows.press(Deed.NEXT)
                return scene.view(rows, again=True)
    raise LookupError(chains)


@once
def others_turn() -> View:
    """Somebody else decides, and the reader looks for his next tile."""
    for scene in scenes(0):
        if scene.moment.seat != 0 and kind_of(question_of(scene.moment)) == "disposeshares":
            state = scene.moment.state
            hand = tuple(zip(state.hands[0], scene.hand, strict=True))
            return scene.view(chooser_ahead(state, hand, scene.names))
    raise LookupError


@once
def onlooker() -> View:
    """A hidden game, seen by somebody without a seat."""
    return next(scenes(None, "hidden")).view(None)
