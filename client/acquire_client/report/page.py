"""The report: one HTML page that holds everything and asks nobody for anything.

Its policy forbids every request and every script but its own; words are escaped where they are put
in (`markup`). Without its script it still shows the end of the game and tells all of it.
"""

import base64
import hashlib
import json
from collections.abc import Iterator
from functools import cache
from importlib import resources
from typing import Final

from acquire_client.report import board, colours, final, turns
from acquire_client.report import log as report_log
from acquire_client.report.markup import Markup, el
from acquire_client.report.story import Story
from acquire_client.words import rulebook as rulebook_words
from acquire_client.words.marks import letters
from acquire_client.words.names import Names
from acquire_client.words.numbers import listing
from acquire_net.language import _, ngettext, spoken

DOCTYPE: Final = "<!doctype html>\n"

_SIGNS: Final = {
    "first": "M5 4v16M19 4 8 12l11 8z",
    "back": "M15 4l-8 8 8 8",
    "play": "M7 4l12 8-12 8z",
    "on": "M9 4l8 8-8 8",
    "last": "M19 4v16M5 4l11 8-11 8z",
}
"""What stands on the buttons."""


def page(story: Story, when: str = "") -> str:
    """The whole page, in the language spoken; `when` is the day of the game, in words."""
    names = Names(story.rulebook, story.players)
    style, script = _asset("page.css") + _chain_style(story), _asset("page.js")
    policy = f"default-src 'none'; style-src {_hash(style)}; script-src {_hash(script)}"
    title = _("Acquire: {names}").format(names=listing(story.players))
    head = el(
        "head",
        el("meta", charset="utf-8"),
        el("meta", http_equiv="Content-Security-Policy", content=f"{policy}; img-src data:"),
        el("meta", name="viewport", content="width=device-width, initial-scale=1"),
        el("meta", name="color-scheme", content="light dark"),
        el("meta", name="robots", content="noindex"),
        el("meta", name="referrer", content="no-referrer"),
        el("title", title),
        el("link", rel="icon", href="data:,"),
        el("style", Markup(style)),
    )
    body = el(
        "body",
        _header(story, names, when),
        el("main", *_main(story, names)),
        el("footer", el("p", _("Made by acquire from the ledger of the game."))),
        el("script", _data(story, names), id="game", type="application/json"),
        el("script", Markup(script)),
    )
    return f"{DOCTYPE}{el('html', head, body, lang=spoken())}\n"


@cache
def _asset(name: str) -> str:
    return resources.files(__package__).joinpath(name).read_text("utf-8")


def _hash(text: str) -> str:
    """What allows exactly this style or script (CSP 3)."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def _chain_style(story: Story) -> str:
    """The chains' colours, `c0` onwards."""
    rules = (
        f".c{at}{{--chain:{colour};--ink:{colours.ink(colour)}}}\n"
        for at, colour in enumerate(colours.colours(story.rulebook))
    )
    return "".join(rules)


def _header(story: Story, names: Names, when: str) -> Markup:
    played = story.turns[-1].number if story.turns else 0
    facts = [
        listing(story.players),
        ngettext("{count} turn", "{count} turns", played).format(count=played),
        _("rules: {preset}").format(preset=story.rulebook.preset),
        *([when] if when else []),
    ]
    return el(
        "header",
        el("p", "Acquire", class_="brand"),
        el("h1", final.headline(story, names)),
        el("p", " · ".join(facts), class_="facts"),
        final.badge(story),
        _hiding(story),
        final.standing(story, names),
    )


def _hiding(story: Story) -> Markup | None:
    if all(story.tells):
        return None
    text = _("Cash and shares are hidden in this game until it is over.")
    return el("p", text, class_="small")


def _main(story: Story, names: Names) -> Iterator[Markup]:
    if story.moves:
        yield _section("moves", _("Move by move"), *_player(story, names))
    if len(story.turns) > 1 and any(story.tells):
        yield _section("worth", _("Net worth"), *turns.worth(story, names))
        yield _section("shares", _("Shares"), *turns.shares(story, names))
    if story.count is not None:
        yield _section("count", _("The final count"), *final.final_count(story.count, names))
    yield _section("check", _("Is it true?"), *final.check(story))
    rules = (el("li", line) for line in rulebook_words.in_force(story.rulebook))
    yield _section("rules", _("The rules in force"), el("ul", *rules, class_="lines"))


def _section(key: str, title: str, *parts: Markup | None) -> Markup:
    return el("section", el("h2", title, id=key), *parts, aria_labelledby=key)


# -- move by move ----------------------------------------------------------------------------


def _player(story: Story, names: Names) -> Iterator[Markup | None]:
    """The board with what belongs to it; where nothing was laid, only what happened."""
    if not story.turns:
        yield report_log.log(story, names)
        return
    last = story.moves[-1].table
    told = board.texts(story, last, names)
    said = el("p", "", id="said", role="status", aria_live="polite")
    yield el(
        "div",
        el("div", board.board(story.rulebook, last), _controls(len(story.moves)), said),
        el(
            "div",
            report_log.log(story, names),
            class_="log",
            id="log",
            tabindex=0,
            role="region",
            aria_label=_("What happened"),
        ),
        class_="stage",
    )
    yield el(
        "div",
        board.players(story, told, names),
        board.chains(story.rulebook, told),
        board.hands(story, told, names),
        class_="tables",
    )


def _controls(moves: int) -> Markup:
    slider = el(
        "input",
        type="range",
        id="slider",
        min=1,
        max=moves,
        value=moves,
        aria_label=_("Move"),
    )
    titles = {
        "first": _("First move"),
        "back": _("One move back"),
        "play": _("Play or pause"),
        "on": _("One move on"),
        "last": _("Last move"),
    }
    buttons = [
        el("button", _sign(key), type="button", id=key, title=title, aria_label=title)
        for key, title in titles.items()
    ]
    hint = el("p", _("Left and Right step through the game; so does the log."), class_="small")
    return el("div", slider, el("div", *buttons, class_="buttons"), hint, class_="controls")


def _sign(key: str) -> Markup:
    return el("svg", el("path", d=_SIGNS[key]), viewBox="0 0 24 24", aria_hidden="true")


def _data(story: Story, names: Names) -> Markup:
    """What the script shows at each move, as JSON that ends no element."""
    rows = [
        {
            "board": board.marks(move.table.board),
            "last": move.table.last_tile,
            "turn": move.turn,
            "mover": move.mover,
            "where": report_log.turn_title(move.turn, move.mover, names),
            "cells": [*board.texts(story, move.table, names).values()],
        }
        for move in story.moves
        if story.turns
    ]
    grid = story.rulebook.grid
    data = {
        "moves": rows,
        "keys": [*board.texts(story, story.moves[0].table, names)] if rows else [],
        "squares": [grid.name(tile) for tile in range(grid.size)],
        "letters": letters(story.rulebook),
        "chains": [chain.name for chain in story.rulebook.chains],
        "said": _("Move {at} of {all}. {where}."),
        "loose": _("loose"),
        "last": _("placed last"),
    }
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return Markup(text.replace("<", "\\u003c"))
