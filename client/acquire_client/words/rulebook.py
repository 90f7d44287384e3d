"""The rules in force at a table, and what of them differs from the preset they are named after."""

import dataclasses

from acquire_client.words.numbers import count, listing, money
from acquire_net.rules.editions import PRESETS
from acquire_net.rules.rulebook import Rulebook

_FIELDS = {
    "columns": "columns",
    "rows": "rows",
    "hand_size": "tiles in a hand",
    "start_cash": "cash at the start",
    "shares": "shares of each chain",
    "buy_limit": "shares bought in a turn",
    "safe_size": "safe from size",
    "end_size": "end allowed from size",
    "base_price": "lowest price",
    "start_order": "start order",
    "dead_tiles": "dead tiles",
    "no_tile": "without a playable tile",
    "bonus_timing": "bonus timing",
    "stalemate_end": "end by stalemate",
    "two_player_bank": "the bank holds shares with two players",
    "disclosure": "holdings",
    "ask_always": "every question asked",
    "bands": "sizes at which prices rise",
    "chains": "chains",
    "turn": "turn",
    "bonus": "bonuses",
}
_START = {
    "number_first": "The start tile with the lowest number begins, then the lowest letter.",
    "letter_first": "The start tile with the lowest letter begins, then the lowest number.",
}
_DEAD = {
    "once": "Dead tiles may be replaced once a turn.",
    "until_none": "Dead tiles may be replaced until no new one is drawn.",
}
_TIMING = {
    "per_chain": "When several chains vanish, each pays its bonuses before its shares are settled.",
    "all_first": "When several chains vanish, all bonuses are paid before any shares are settled.",
}
_DISCLOSURE = {
    "hidden": "Cash and shares of others are not displayed; but every purchase is announced.",
    "open": "Cash and shares of everybody may be looked at.",
}


def in_force(rulebook: Rulebook) -> list[str]:
    """The rules in force, a line for each, then what differs from the preset."""
    r = rulebook
    chains = listing([chain.name for chain in r.chains])
    told = [
        f"Rules: {r.preset}.",
        f"Board: {r.columns} columns, 1 to {r.columns}, and {r.rows} rows, A to"
        f" {chr(ord('A') + r.rows - 1)}. {count(r.grid.size, 'tile')}, {r.hand_size} in a hand.",
        f"Chains: {chains}; {count(r.shares, 'share')} of each.",
        f"Everybody starts with {money(r.start_cash)} and buys at most"
        f" {count(r.buy_limit, 'share')} a turn.",
        f"A chain is safe at {r.safe_size}. The end may be declared when every chain on the board"
        f" is safe, or one has {r.end_size} tiles.",
        _START[r.start_order],
        _DEAD[r.dead_tiles],
        "Whoever has no playable tile shows the hand, places nothing and may still buy.",
        _TIMING[r.bonus_timing],
        _DISCLOSURE[r.disclosure],
        "The game ends by itself when all tiles are played, or when nobody places or draws a"
        " tile for a whole round."
        if r.stalemate_end
        else "Only a player can end the game.",
    ]
    if r.two_player_bank:
        told.append("With two players the bank takes part in bonuses, with shares drawn by a tile.")
    return [*told, differences(rulebook)]


def differences(rulebook: Rulebook) -> str:
    """What differs from the preset, as one sentence."""
    preset = PRESETS.get(rulebook.preset)
    if preset is None:
        return f"{rulebook.preset} is no preset of this program."
    differing = [
        f"{_FIELDS.get(field.name, field.name)}: {_said(rulebook, field.name)}"
        f" (preset: {_said(preset, field.name)})"
        for field in dataclasses.fields(Rulebook)
        if field.name != "preset" and getattr(rulebook, field.name) != getattr(preset, field.name)
    ]
    if not differing:
        return f"Nothing differs from the preset {rulebook.preset}."
    return f"Differs from the preset {rulebook.preset}: {'; '.join(differing)}."


def _said(rulebook: Rulebook, name: str) -> str:
    value = getattr(rulebook, name)
    if name == "chains":
        return listing([chain.name for chain in rulebook.chains])
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ", ".join(str(part) for part in value)
    if name in ("start_cash", "base_price"):
        return money(value)
    return str(value).replace("_", " ")
