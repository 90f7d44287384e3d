"""What typed lines mean, and what is said of lines that mean nothing."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from acquire_client.bots import LEVELS
from acquire_client.commands import (
    Adjourn,
    Again,
    Ambiguous,
    Answer,
    Command,
    Help,
    Quit,
    Repeat,
    Say,
    Show,
    Since,
    Undo,
    Why,
    parse,
)
from acquire_client.question import Question, chain_rows, choices
from acquire_client.words.actions import promise, short_form
from acquire_net.errors import IllegalAction, Unreadable
from acquire_net.rules.actions import (
    Action,
    Buy,
    ChooseDefunct,
    ChooseSurvivor,
    Dispose,
    ExchangeDead,
    FoundChain,
    PassPlacing,
    PlaceTile,
)
from acquire_net.rules.editions import CLASSIC, EDITION_1999, PRESETS
from acquire_net.rules.rulebook import Chain, Rulebook
from acquire_net.rules.starting import new_game
from acquire_net.rules.task import Lay
from tests.client.asking import answer, ask, names, place, run, table

LUXOR, TOWER, AMERICAN, FESTIVAL, WORLDWIDE, CONTINENTAL, IMPERIAL = range(7)


def tile(name: str) -> int:
    return CLASSIC.grid.tile(name)


def meaning(line: str, question: Question | None = None) -> Command:
    rulebook = question.state.rulebook if question else CLASSIC
    return parse(line, question, rulebook, question.hand if question else ())


def action(line: str, question: Question) -> Action:
    command = meaning(line, question)
    assert isinstance(command, Answer)
    return command.action


def refusal(line: str, question: Question | None = None) -> str:
    with pytest.raises(Unreadable) as refused:
        meaning(line, question)
    return str(refused.value)


def placing() -> Question:
    return ask(table({"Tower": run("A", 1, 4)}), "3B 6C 11E 8G 12I 7H")


def founding(rulebook: Rulebook = CLASSIC) -> Question:
    state = table({}, "1A 5A", rulebook=rulebook)
    place(state, "2A")
    return ask(state)


def surviving() -> Question:
    state = table({"Imperial": "1A 2A", "Luxor": "4A 5A"}, shares=({"Luxor": 2}, {}, {}))
    place(state, "3A")
    return ask(state)


def ordering() -> Question:
    state = table({"Tower": run("A", 1, 4), "Luxor": "6A 7A", "Festival": "5B 5C"})
    place(state, "5A")
    return ask(state)


def disposing(held: int = 5) -> Question:
    state = table(
        {"Tower": run("A", 1, 7), "Imperial": run("A", 9, 12)},
        shares=({"Imperial": held}, {"Imperial": 2}, {}),
    )
    place(state, "8A")
    return ask(state)


def buying(rulebook: Rulebook = CLASSIC) -> Question:
    chains = [chain.name for chain in rulebook.chains]
    rows = {name: f"1{row} 2{row}" for name, row in zip(chains, "ABCDEFG", strict=False)}
    spread = {name: rows[name] for name in (chains[0], chains[2], chains[4])}
    spread[chains[1]] = "11H 12H"
    state = table(spread, rulebook=rulebook)
    place(state, "7I")
    return ask(state)


def exchanging() -> Question:
    state = table({"Tower": run("A", 1, 11), "Festival": run("C", 1, 11)})
    place(state, "9I")
    answer(state, Buy(()))
    return ask(state, "5B 12F 6B")


# -- answers -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    ["6C", "6c", "c6", " C6 ", "2", "place 6C", "PLACE 2", "plac 6c", "6 c", ":6c", "\uff16\uff23"],
)
def test_a_tile_is_named_by_square_or_by_number_in_the_hand(line: str) -> None:
    question = placing()
    assert action(line, question) == PlaceTile(question.hand[1][0], tile("6C"))


def test_a_tile_that_is_not_held_is_said_to_be_so() -> None:
    assert refusal("9A", placing()) == (
        "You do not hold 9A. Type the number or the name of a tile in your hand, for example 3B."
    )


def test_a_tile_that_may_not_be_placed_reads_well_and_the_rules_say_why() -> None:
    state = table({"Tower": run("A", 1, 11), "Festival": run("C", 1, 11)})
    question = ask(state, "5B 12F")
    read = action("5B", question)
    with pytest.raises(IllegalAction, match="5B is dead"):
        state.check(question.seat, read)


def test_passing_shows_the_whole_hand() -> None:
    chains = {
        chain.name: f"1{row} 2{row}" if row in "ACEG" else f"11{row} 12{row}"
        for chain, row in zip(CLASSIC.chains, "ABCDEFG", strict=True)
    }
    state = table(chains, "6I", rulebook=replace(CLASSIC, hand_size=2))
    question = ask(state, "7I 5I")
    whole = PassPlacing(question.hand)
    assert action("pass", question) == whole
    assert action("1", question) == whole
    assert refusal("pass 7I", question) == "No tile of yours can be placed: type pass."
    assert refusal("p", question).startswith('"p" may be place, ')


def test_passing_with_a_playable_tile_is_for_the_rules_to_refuse() -> None:
    question = placing()
    with pytest.raises(IllegalAction, match="You must place a tile"):
        question.state.check(question.seat, action("pass", question))


@pytest.mark.parametrize("line", ["luxor", "L", "lux", "1", "found l", "FOUND Luxor"])
def test_a_chain_is_named_by_letter_start_or_row(line: str) -> None:
    assert action(line, founding()) == FoundChain(LUXOR)


def test_survivor_and_order_take_a_chain() -> None:
    assert action("i", surviving()) == ChooseSurvivor(IMPERIAL)
    assert action("2", surviving()) == ChooseSurvivor(IMPERIAL)
    assert action("survivor luxor", surviving()) == ChooseSurvivor(LUXOR)
    assert action("order f", ordering()) == ChooseDefunct(FESTIVAL)
    assert action("1", ordering()) == ChooseDefunct(LUXOR)


@pytest.mark.parametrize(
    ("line", "sell", "trade"),
    [
        ("sell 2 trade 2", 2, 2),
        ("dispose sell 2 trade 2", 2, 2),
        ("sell2 trade2", 2, 2),
        ("sell 2, trade 2", 2, 2),
        ("s 2 tr 2", 2, 2),
        ("keep all", 0, 0),
        ("sell all", 5, 0),
        ("sell rest", 5, 0),
        ("keep 1 sell rest", 4, 0),
        ("sell rest keep 1", 4, 0),
        ("trade all", 0, 4),
        ("trade all sell rest", 1, 4),
        ("trade 2 keep rest", 0, 2),
        ("sell 0", 0, 0),
        ("1", 0, 0),
        ("2", 5, 0),
        ("3", 0, 4),
        ("4", 1, 4),
    ],
)
def test_shares_are_sold_traded_and_kept(line: str, sell: int, trade: int) -> None:
    assert action(line, disposing()) == Dispose(sell, trade)


@pytest.mark.parametrize(
    ("line", "why"),
    [("sell 9", "You hold 5"), ("trade 3", "two for one"), ("sell all trade 2", "You hold 5")],
)
def test_a_disposal_too_large_reads_well_and_the_rules_say_why(line: str, why: str) -> None:
    question = disposing()
    with pytest.raises(IllegalAction, match=why):
        question.state.check(question.seat, action(line, question))


def test_shares_that_are_said_to_be_kept_must_add_up() -> None:
    assert refusal("keep 1", disposing()) == (
        "That speaks of 1 share and you hold 5: say for example sell 1 keep rest."
    )
    assert refusal("sell 2 keep 4", disposing()).startswith("That speaks of 6 shares")


@pytest.mark.parametrize("line", ["sell", "sell two", "sell -2", "4 sell", "sell 2 3", "9", "x"])
def test_an_unreadable_disposal_is_answered_with_an_example(line: str) -> None:
    assert refusal(line, disposing()).endswith(
        "Say what to do with your 5 Imperial, for example sell 1, trade 2, or keep all."
    )


@pytest.mark.parametrize(
    ("line", "shares", "end"),
    [
        ("W2 L1", ((LUXOR, 1), (WORLDWIDE, 2)), False),
        ("2w 1l", ((LUXOR, 1), (WORLDWIDE, 2)), False),
        ("w2l1", ((LUXOR, 1), (WORLDWIDE, 2)), False),
        ("2w1l", ((LUXOR, 1), (WORLDWIDE, 2)), False),
        ("buy w 2 l 1", ((LUXOR, 1), (WORLDWIDE, 2)), False),
        ("luxor 2 tower 1", ((LUXOR, 2), (TOWER, 1)), False),
        ("2 luxor, 1 tower", ((LUXOR, 2), (TOWER, 1)), False),
        ("luxor tower american", ((LUXOR, 1), (TOWER, 1), (AMERICAN, 1)), False),
        ("l l l", ((LUXOR, 3),), False),
        ("luxor 1 tower", ((LUXOR, 1), (TOWER, 1)), False),
        ("1", ((LUXOR, 1),), False),
        ("4", ((WORLDWIDE, 1),), False),
        ("none", (), False),
        ("n", (), False),
        ("0", (), False),
        ("end", (), True),
        ("none end", (), True),
        ("L2 end", ((LUXOR, 2),), True),
        ("l2 e", ((LUXOR, 2),), True),
        ("4 end", ((WORLDWIDE, 1),), True),
        ("A1", ((AMERICAN, 1),), False),
    ],
)
def test_purchases_are_read_in_many_ways(
    line: str, shares: tuple[tuple[int, int], ...], end: bool
) -> None:
    assert action(line, buying()) == Buy(shares, end)


@pytest.mark.parametrize("line", ["L9", "imperial", "L2 T2", "999999 l"])
def test_a_purchase_beyond_the_rules_reads_well_and_is_theirs_to_refuse(line: str) -> None:
    question = buying()
    with pytest.raises(IllegalAction):
        question.state.check(question.seat, action(line, question))


def test_two_readings_of_one_line_are_refused_and_both_are_numbered() -> None:
    with pytest.raises(Ambiguous) as refused:
        meaning("luxor 2 tower", buying())
    assert str(refused.value) == (
        '"luxor 2 tower" can mean: 1. Buy 1 Luxor and 2 Tower for $600. You keep $5,400.'
        " 2. Buy 2 Luxor and 1 Tower for $600. You keep $5,400. Say it more clearly."
    )
    assert refused.value.readings == (
        Answer(Buy(((LUXOR, 1), (TOWER, 2)))),
        Answer(Buy(((LUXOR, 2), (TOWER, 1)))),
    )


def test_two_bare_numbers_in_a_purchase_may_be_rows_or_counts() -> None:
    with pytest.raises(Ambiguous) as refused:
        meaning("1 2", buying())
    assert set(refused.value.readings) == {
        Answer(Buy(((LUXOR, 2),))),
        Answer(Buy(((TOWER, 1),))),
        Answer(Buy(((LUXOR, 1), (TOWER, 1)))),
    }


@pytest.mark.parametrize(
    "line", ["L-1", "2", "9", "w2 3", "none none", "end luxor", "3w2", "l" * 9]
)
def test_an_unreadable_purchase_is_answered_with_an_example(line: str) -> None:
    question = buying()
    if line == "2":
        assert action(line, question) == Buy(((TOWER, 1),))
        return
    assert refusal(line, question).endswith("Say what to buy, for example L2, or none.")


def test_dead_tiles_are_laid_out_by_number_or_name() -> None:
    question = exchanging()
    first, second = question.hand[0], question.hand[2]
    assert action("all", question) == ExchangeDead((first, second))
    assert action("none", question) == ExchangeDead(())
    assert action("0", question) == ExchangeDead(())
    assert action("2", question) == ExchangeDead((second,))
    assert action("exchange 6b 5b", question) == ExchangeDead((first, second))
    assert refusal("3", question).endswith(
        "Type all, none, or the numbers of dead tiles, for example 1."
    )
    with pytest.raises(IllegalAction, match="12F is not dead"):
        question.state.check(question.seat, action("12F", question))


# -- short forms -------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", PRESETS)
def test_no_command_hides_a_chain(preset: str) -> None:
    rulebook = PRESETS[preset]
    for question in (founding(rulebook), buying(rulebook)):
        for chain, named in enumerate(rulebook.chains):
            for line in {short_form(rulebook, chain), named.name[0].lower(), named.name}:
                read = action(line, question)
                assert read in (FoundChain(chain), Buy(((chain, 1),)))


def test_a_short_form_gives_way_to_a_chain_that_begins_like_it() -> None:
    assert parse("co 5", None, EDITION_1999) == Show("column", (5,))
    assert refusal("co 5").startswith('"co 5" is no command')
    in_1999 = founding(EDITION_1999)
    assert action("h", in_1999) == FoundChain(EDITION_1999.chain("Hydra"))
    assert action("s", in_1999) == FoundChain(EDITION_1999.chain("Sackson"))


def test_a_chain_called_like_a_command_makes_two_readings() -> None:
    chains = (Chain("Board", "red", "low"), *CLASSIC.chains[1:])
    question = founding(replace(CLASSIC, chains=chains))
    with pytest.raises(Ambiguous) as refused:
        meaning("board", question)
    assert str(refused.value) == (
        '"board" can mean: 1. The command board. 2. Found Board. Say it more clearly.'
    )
    assert action("found board", question) == FoundChain(0)
    assert meaning("show board", question) == Show("board")


def test_chains_that_begin_alike_need_more_letters() -> None:
    chains = (Chain("Amber", "red", "low"), Chain("Amstel", "blue", "low"), *CLASSIC.chains[2:])
    question = founding(replace(CLASSIC, chains=chains))
    assert action("amb", question) == FoundChain(0)
    with pytest.raises(Ambiguous):
        meaning("am", question)


# -- commands ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("", Repeat()),
        ("   ", Repeat()),
        (":", Repeat()),
        ("show", Show("board")),
        ("board", Show("board")),
        ("SHOW BOARD", Show("board")),
        ("chains", Show("chains")),
        ("show unse", Show("unseen")),
        ("show players", Show("players")),
        ("hand", Show("hand")),
        ("log", Show("log")),
        ("show log 20", Show("log", (20,))),
        ("bonuses", Show("bonuses")),
        ("bon", Show("bonuses")),
        ("me", Show("me")),
        ("standings", Show("standings")),
        ("row A", Show("row", (0,))),
        ("row 9", Show("row", (8,))),
        ("column 12", Show("column", (12,))),
        ("at 5C", Show("at", (tile("5C"),))),
        ("at c5", Show("at", (tile("5C"),))),
        ("chain L", Show("chain", (LUXOR,))),
        ("chain 7", Show("chain", (IMPERIAL,))),
        ("last", Show("last")),
        ("turn", Show("turn")),
        ("unseen", Show("unseen")),
        ("price", Show("price")),
        ("price L 11", Show("price", (LUXOR, 11))),
        ("price tower", Show("chain", (TOWER,))),
        ("rules", Show("rules")),
        ("since", Since()),
        ("again", Again()),
        ("why 3b", Why(tile("3B"))),
        ("help", Help("")),
        ("?", Help("")),
        ("help buy", Help("buy")),
        ("say Hello, Sky", Say("Hello, Sky")),
        ("/Hello, Sky", Say("Hello, Sky")),
        (":say nice one", Say("nice one")),
        ("adjourn", Adjourn()),
        ("undo", Undo()),
        ("quit", Quit()),
        (":quit", Quit()),
    ],
)
def test_commands_are_read_with_and_without_a_question(line: str, command: Command) -> None:
    assert meaning(line) == command
    assert meaning(line, placing()) == command


def test_a_number_after_why_is_the_tile_of_that_number() -> None:
    assert meaning("why 2", placing()) == Why(tile("6C"))
    assert parse("why 1", None, CLASSIC, ((7, tile("9I")),)) == Why(tile("9I"))


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("row Z", "A row is A to I, for example row A."),
        ("row", "A row is A to I, for example row A."),
        ("column 13", "A column is 1 to 12, for example column 5."),
        ("at 13A", "Name a square, 1A to 12I, for example at 5C."),
        ("why", "Name a square, 1A to 12I, for example why 5C."),
        ("chain", "Name a chain, for example chain Luxor."),
        ("price L x", "Name a chain and a size, for example price Luxor 11."),
        ("log many", "Say how many events, for example log 20."),
        ("board please", "Nothing follows board: type just board."),
        ("say", "Say something, for example say hello."),
        ("/", "Say something, for example say hello."),
        ("say " + "a" * 301, "Say it in at most 300 characters."),
        ("a" * 1001, "That line is too long: at most 1,000 characters."),
        ("place 3B", "Nothing is asked of you now: type turn to hear who decides."),
        ("q", '"q" is no command, and nothing is asked of you now: type help, or for example board.'),
        ("hint", '"hint" is no command, and nothing is asked of you now:'
                 " type help, or for example board."),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_answered_with_what_was_expected(line: str, words: str) -> None:
    assert refusal(line) == words


def test_an_answer_to_another_question_names_the_one_that_is_asked() -> None:
    assert refusal("buy L2", placing()) == (
        "You are asked something else."
        " Type the number or the name of a tile in your hand, for example 3B."
    )


@pytest.mark.parametrize("verb", ["quit", "adjourn", "undo", "pass"])
def test_what_is_not_taken_back_must_be_typed_in_full(verb: str) -> None:
    for length in range(1, len(verb)):
        for question in (None, placing()):
            assert read_or_refused(verb[:length], question) in (None, Show("unseen"))


# -- anything at all ---------------------------------------------------------------------------

SCRAPS = (
    "sell", "trade", "keep", "all", "rest", "none", "end", "buy", "place", "found", "pass", "show",
    "L", "W2", "2w1l", "luxor", "3B", "b3", "row", "column", "at", "chain", "price", "why", "help",
    "0", "1", "2", "99", "123456", "1234567", "٣", "\uff13", "²", "½", "-1", "\x00", "\u202e", "\ud800",
    "é", "e\u0301", "한", "ﬁ", "ß", "İ", "\u0131", ",", ";", "/", ":", "?", "'", '"', "\\", "%s", "{0}",
    "\t", "\x1b[31m", "🙂", "say", "  ", ".", "()", "quit",
)  # fmt: skip


def questions() -> Iterator[Question | None]:
    yield None
    for ask_one in (placing, founding, surviving, ordering, disposing, buying, exchanging):
        yield ask_one()
    yield founding(EDITION_1999)


def garbage(chance: Random) -> str:
    if chance.random() < 0.2:
        return "".join(chr(chance.randrange(0x3000)) for _ in range(chance.randrange(40)))
    glue = chance.choice(["", " ", "  "])
    return glue.join(chance.choice(SCRAPS) for _ in range(chance.randrange(12)))


def read_or_refused(line: str, question: Question | None) -> Command | None:
    """The meaning, or None when the line is refused, as it should be, in one printable sentence."""
    refused = ""
    try:
        return meaning(line, question)
    except Unreadable as error:
        refused = str(error)
    assert refused.endswith("."), line
    assert refused.isprintable(), line
    return None


def test_no_line_whatever_does_more_than_be_read_or_refused_in_one_sentence() -> None:
    chance = Random(1)
    answers = 0
    for question in questions():
        for _ in range(1500):
            line = garbage(chance)
            command = read_or_refused(line, question)
            if not isinstance(command, Answer):
                continue
            assert question is not None
            assert promise(command.action, question, names(question.state))
            try:
                question.state.check(question.seat, command.action)
            except IllegalAction:
                continue
            assert command.action in question.options, line
            answers += 1
    assert answers > 50


def test_ten_thousand_characters_are_refused_at_once() -> None:
    for line in ("a" * 10_000, "1 " * 5_000, "\x00" * 10_000, "luxor 2 " * 1_250):
        for question in questions():
            assert refusal(line, question) == "That line is too long: at most 1,000 characters."


def test_long_lines_within_the_limit_are_read_or_refused_without_trying_for_ever() -> None:
    for line in ("1 " * 490, "l 2 " * 245, "l" * 990, "2l" * 490, "sell 1 " * 140, "l 2 t 2 a 2 l"):
        for question in questions():
            read_or_refused(line, question)


@pytest.mark.parametrize("seats", [2, 4])
def test_every_numbered_choice_and_every_option_of_a_game_can_be_typed(seats: int) -> None:
    chance = Random(seats)
    state = new_game(CLASSIC, seats)
    tiles = list(range(CLASSIC.grid.size))
    chance.shuffle(tiles)
    typed = 0
    while not state.over:
        wanted = state.waits()
        if wanted:
            state.deliver(
                [tiles[position] for position in wanted.positions]
                if isinstance(wanted, Lay)
                else [chance.choice(wanted.pool) for _ in range(wanted.count)]
            )
            continue
        seat = state.asking[0]
        hand = {position: tiles[position] for position in state.hands[seat]}
        question = Question(
            seat, state.agenda[-1], state, tuple(hand.items()), state.options(seat, hand)
        )
        for number, choice in enumerate(choices(question), 1):
            assert action(str(number), question) == choice
        for number, chain in enumerate(chain_rows(question), 1):
            assert action(str(number), question) in (
                FoundChain(chain), ChooseSurvivor(chain), ChooseDefunct(chain), Buy(((chain, 1),))
            )  # fmt: skip
        option = LEVELS["random"](state, seat, hand, chance)
        assert action(as_typed(option), question) == option
        typed += 1
        state.act(seat, option)
    assert typed > 50


def as_typed(option: Action) -> str:
    """An answer in the grammar, as a player would type it."""
    match option:
        case PlaceTile(tile=tile):
            return CLASSIC.grid.name(tile)
        case PassPlacing():
            return "pass"
        case FoundChain(chain=chain) | ChooseSurvivor(chain=chain) | ChooseDefunct(chain=chain):
            return CLASSIC.chains[chain].name[0]
        case Dispose(sell=sell, trade=trade):
            return f"sell {sell} trade {trade}"
        case Buy(shares=shares, end=end):
            bought = " ".join(f"{CLASSIC.chains[chain].name[0]}{count}" for chain, count in shares)
            return f"{bought or 'none'}{' end' if end else ''}"
        case ExchangeDead(shown=shown):
            return " ".join(CLASSIC.grid.name(tile) for _, tile in shown) or "none"
