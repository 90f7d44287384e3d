"""The rules in force at a table, and what of them differs from the preset they are named after."""

import dataclasses
from collections.abc import Iterator, Mapping

from acquire_client.words.numbers import listing, money, shares, tiles
from acquire_net.language import _, pgettext
from acquire_net.rules.editions import PRESETS
from acquire_net.rules.rulebook import Rulebook


def _fields() -> Mapping[str, str]:
    """What the fields of a rulebook are called."""
    return {
        "columns": pgettext("rule", "columns"),
        "rows": pgettext("rule", "rows"),
        "hand_size": pgettext("rule", "tiles in a hand"),
        "start_cash": pgettext("rule", "cash at the start"),
        "shares": pgettext("rule", "shares of each chain"),
        "buy_limit": pgettext("rule", "shares bought in a turn"),
        "safe_size": pgettext("rule", "safe from size"),
        "end_size": pgettext("rule", "end allowed from size"),
        "base_price": pgettext("rule", "lowest price"),
        "start_order": pgettext("rule", "start order"),
        "dead_tiles": pgettext("rule", "dead tiles"),
        "no_tile": pgettext("rule", "without a playable tile"),
        "bonus_timing": pgettext("rule", "bonus timing"),
        "stalemate_end": pgettext("rule", "end by stalemate"),
        "two_player_bank": pgettext("rule", "the bank holds shares with two players"),
        "disclosure": pgettext("rule", "holdings"),
        "ask_always": pgettext("rule", "every question asked"),
        "bands": pgettext("rule", "sizes at which prices rise"),
        "chains": pgettext("rule", "chains"),
        "turn": pgettext("rule", "turn"),
        "bonus": pgettext("rule", "bonuses"),
    }


def _values() -> Mapping[str, str]:
    """What the words are called that fields can have."""
    return {
        "number_first": pgettext("rule", "number first"),
        "letter_first": pgettext("rule", "letter first"),
        "once": pgettext("rule", "once"),
        "until_none": pgettext("rule", "until none"),
        "per_chain": pgettext("rule", "per chain"),
        "all_first": pgettext("rule", "all first"),
        "hidden": pgettext("rule", "hidden"),
        "open": pgettext("rule", "open"),
    }


def _chosen(rulebook: Rulebook) -> list[str]:
    """A sentence for each choice that the rules leave to a table."""
    start = {
        "number_first": _("The start tile with the lowest number begins, then the lowest letter."),
        "letter_first": _("The start tile with the lowest letter begins, then the lowest number."),
    }
    dead = {
        "once": _("Dead tiles may be replaced once a turn."),
        "until_none": _("Dead tiles may be replaced until no new one is drawn."),
    }
    timing = {
        "per_chain": _(
            "When several chains vanish, each pays its bonuses before its shares are settled."
        ),
        "all_first": _(
            "When several chains vanish, all bonuses are paid before any shares are settled."
        ),
    }
    disclosure = {
        "hidden": _(
            "Cash and shares of others are not displayed; but every purchase is announced."
        ),
        "open": _("Cash and shares of everybody may be looked at."),
    }
    return [
        start[rulebook.start_order],
        dead[rulebook.dead_tiles],
        _("Whoever has no playable tile shows the hand, places nothing and may still buy."),
        timing[rulebook.bonus_timing],
        disclosure[rulebook.disclosure],
        _(
            "The game ends by itself when all tiles are played, or when nobody places or draws a"
            " tile for a whole round."
        )
        if rulebook.stalemate_end
        else _("Only a player can end the game."),
    ]


def in_force(rulebook: Rulebook) -> list[str]:
    """The rules in force, a line for each, then what differs from the preset."""
    r = rulebook
    told = [
        _("Rules: {preset}.").format(preset=r.preset),
        _(
            "Board: {columns} columns, 1 to {columns}, and {rows} rows, A to {last}."
            " {tiles}, {hand} in a hand."
        ).format(
            columns=r.columns,
            rows=r.rows,
            last=chr(ord("A") + r.rows - 1),
            tiles=tiles(r.grid.size),
            hand=r.hand_size,
        ),
        _("Chains: {chains}; {shares} of each.").format(
            chains=listing([chain.name for chain in r.chains]), shares=shares(r.shares)
        ),
        _("Everybody starts with {money} and buys at most {shares} a turn.").format(
            money=money(r.start_cash), shares=shares(r.buy_limit)
        ),
        _(
            "A chain is safe at {safe}. The end may be declared when every chain on the board"
            " is safe, or one has {end} tiles."
        ).format(safe=r.safe_size, end=r.end_size),
        *_chosen(rulebook),
    ]
    if r.two_player_bank:
        told.append(
            _("With two players the bank takes part in bonuses, with shares drawn by a tile.")
        )
    return [*told, differences(rulebook)]


def differences(rulebook: Rulebook) -> str:
    """What differs from the preset, as one sentence."""
    preset = PRESETS.get(rulebook.preset)
    if preset is None:
        return _("{preset} is no preset of this program.").format(preset=rulebook.preset)
    differs = _("{field}: {value} (preset: {usual})")
    differing = [
        differs.format(field=field, value=value, usual=usual)
        for field, value, usual in _differing(rulebook, preset)
    ]
    if not differing:
        return _("Nothing differs from the preset {preset}.").format(preset=rulebook.preset)
    told = _("Differs from the preset {preset}: {differences}.")
    return told.format(preset=rulebook.preset, differences="; ".join(differing))


def changes(before: Rulebook, now: Rulebook) -> list[str]:
    """What the rules were changed to, a line for each that was."""
    line = _("Rule changed: {field}: {value} (before: {usual}).")
    told = [
        line.format(field=field, value=value, usual=usual)
        for field, value, usual in _differing(now, before)
    ]
    if before.preset != now.preset:
        told.insert(0, _("Rules: {preset}.").format(preset=now.preset))
    return told


def _differing(rulebook: Rulebook, usual: Rulebook) -> Iterator[tuple[str, str, str]]:
    """The fields in which two rulebooks differ: what they are called, and both values."""
    called = _fields()
    for field in dataclasses.fields(Rulebook):
        name = field.name
        if name != "preset" and getattr(rulebook, name) != getattr(usual, name):
            yield called.get(name, name), _said(rulebook, name), _said(usual, name)


def _said(rulebook: Rulebook, name: str) -> str:
    value = getattr(rulebook, name)
    if name == "chains":
        return listing([chain.name for chain in rulebook.chains])
    if isinstance(value, bool):
        return pgettext("rule", "yes") if value else pgettext("rule", "no")
    if isinstance(value, tuple):
        return ", ".join(str(part) for part in value)
    if name in ("start_cash", "base_price"):
        return money(value)
    return _values().get(str(value), str(value).replace("_", " "))
