"""`acquire join`, `watch` and `bot`: one party at a table over the network."""

import asyncio
import random
from argparse import Namespace
from collections.abc import Coroutine
from contextlib import suppress
from functools import partial

from acquire_client.bots import LEVELS, NAMES
from acquire_client.cli import common
from acquire_client.cli.discovering import find_table, look_elsewhere
from acquire_client.cli.trusting import look, reach
from acquire_client.console import Left
from acquire_client.links.grpc import GrpcLink
from acquire_client.playing import Outcome, Playing
from acquire_client.robot import Robot
from acquire_client.storage import profiles
from acquire_client.storage.party import OnlookerParty, SeatParty
from acquire_client.storage.profiles import Profile
from acquire_client.storage.settings import Settings
from acquire_client.teller import Teller
from acquire_client.voices import SilentVoice, Voice
from acquire_net.author import Secrets
from acquire_net.errors import AcquireError, BrokenPromise, Refused
from acquire_net.ledger.header import NAME_LENGTH
from acquire_net.rules.rulebook import MAX_SEATS
from acquire_net.wire.updates import GoodbyeReason, Lobby, Phase, SeatInfo


def run(options: Namespace) -> int:
    """Plays or watches; 0 when the game came to its end and was checked, 2 when it did not."""
    main = {"join": _join, "watch": _watch, "bot": _bot}[options.command]
    return common.run_until_signal(main(options))


async def _join(options: Namespace) -> int:
    wishes, told = common.chosen(options), common.voice(options)
    await find_table(options, told)
    if options.command == "watch":
        return await _watch(options)
    profile = common.profile(options, told)
    try:
        name = wishes.name
        while True:
            link, party = await _seat(options, told, profile, name)
            console = common.console(options, wishes, link)
            game = Playing(link, party, console, elsewhere=partial(look_elsewhere, link))
            console.consent = game.consent
            playing = common.at_the_console(console, game)
            try:
                return await _to_the_end(told, link, party, playing, _again(options, profile))
            except Refused as error:
                if error.reason != "NAME_TAKEN":
                    raise
                told.tell([str(error)], "refused")
                name = await _another_name(error)
    finally:
        profile.release()


async def _another_name(error: Refused) -> str:
    """A name typed instead of one that is taken; raises the error again where nobody types."""
    line = await common.typed_lines().next() if common.at_a_terminal() else None
    if not line:
        raise error
    return common.player_name(line)


async def _bot(options: Namespace) -> int:
    wishes, told = common.chosen(options), common.voice(options)
    profile = common.profile(options, told) if options.profile else None
    try:
        for last in (False, False, False, True):
            try:
                return await _one_bot(options, wishes, told, profile)
            except Refused as error:  # two bots that chose one name or seat at the same time
                chosen = {"NAME_TAKEN": options.name, "IN_USE": profile}
                if last or chosen.get(error.reason, error):
                    raise
        return 2
    finally:
        if profile:
            profile.release()


async def _one_bot(
    options: Namespace, wishes: Settings, told: Voice, profile: Profile | None
) -> int:
    link, party = await _seat(options, told, profile, options.name, bot=True)
    rng = random.Random(None if options.seed is None else f"{options.seed}/{party.name}")
    voice = told if options.json else SilentVoice()
    robot = Robot(voice, LEVELS[options.level], rng, pace=wishes.pace)
    told.tell([f"{party.name} plays at {link.address}, level {options.level}."], "bot")
    game = Playing(link, party, robot, elsewhere=partial(look_elsewhere, link))
    robot.consent = game.consent
    playing = game.run()
    return await _to_the_end(told, link, party, playing, _again(options, profile))


async def _watch(options: Namespace) -> int:
    told = common.voice(options)
    await find_table(options, told)
    # a key of its own: watching neither takes a player's profile nor needs a code every time
    profile = profiles.take("watch", common.entropy)
    try:
        link = await reach(options, told, profile.identity)
        party = OnlookerParty("watch", profile.public, common.files(options))
        playing = Playing(link, party, Teller(told), elsewhere=partial(look_elsewhere, link)).run()
        return await _to_the_end(told, link, party, playing, _again(options, None))
    finally:
        profile.release()


async def _seat(
    options: Namespace, told: Voice, profile: Profile | None, name: str | None, *, bot: bool = False
) -> tuple[GrpcLink, SeatParty]:
    """A link to the table, and the party that has a seat there or wants one.

    Without a name it gets one that nobody has there; without a profile it comes back as a bot of
    that table that was left behind on this computer.
    """
    files = common.files(options)
    identity = profile.identity if profile else common.entropy(32)
    lobby = (await look(options)).lobby
    secrets = Secrets.made_of(common.entropy(32), identity)
    if lobby.phase is Phase.LOBBY and options.seed is not None:
        secrets = _free_seeded(options.seed, lobby.seats)
    if lobby.phase is not Phase.LOBBY and (profile is None or options.seed is not None):
        left = files.left_behind(lobby.table_id, bot=bot)
        secrets = Secrets.made_of(common.entropy(32), left or identity)
    party = SeatParty(name or _free_name(lobby), secrets.identity, files, lambda: secrets, bot=bot)
    party.resume(lobby)
    if party.torn:
        common.torn(told)
    return await reach(options, told, secrets.identity), party


def _free_seeded(seed: int, seats: tuple[SeatInfo, ...]) -> Secrets:
    """The secrets of the first seat of a reproducible table that nobody has taken yet."""
    taken = {seat.identity for seat in seats}
    every = [Secrets.seeded(seed, seat) for seat in range(MAX_SEATS)]
    return next((one for one in every if one.public_identity not in taken), every[-1])


def _free_name(lobby: Lobby) -> str:
    """A name for a bot that nobody at the table has."""
    taken = {seat.name.casefold() for seat in lobby.seats}
    free = [name for name in NAMES if name.casefold() not in taken]
    return free[0] if free else f"Bot {len(taken) + 1}"[:NAME_LENGTH]


def _again(options: Namespace, profile: Profile | None) -> str:
    """The command that comes back to this table."""
    words = ["acquire", options.command, options.address]
    if profile is not None and (options.command == "bot" or profile.name != "default"):
        words += ["--profile", profile.name]
    if options.ledger and options.command != "watch":
        words += ["--ledger", options.ledger]
    if options.command != "watch" and options.seed is not None:
        words += ["--seed", str(options.seed)]
    return " ".join(map(common.quoted, words))


async def _to_the_end(
    told: Voice,
    link: GrpcLink,
    party: SeatParty | OnlookerParty,
    playing: Coroutine[object, object, Outcome],
    again: str,
) -> int:
    """Plays or watches, then tells the verdict, or how to come back."""

    async def put_away() -> None:
        if party.session is not None and party.ledger_path is not None:
            common.kept_at(told, party.ledger_path, again)
        elif isinstance(party, SeatParty):
            with suppress(AcquireError):  # the game may have started, or the host be gone
                await link.leave()
                party.forget()

    try:
        outcome = await playing
    except BrokenPromise:
        told.tell([f"Ledger: {party.ledger_path}"], "kept")
        raise
    except Left:
        await put_away()
        return 0
    except (AcquireError, OSError, asyncio.CancelledError) as why:
        await put_away()
        if isinstance(why, Refused) and isinstance(party, SeatParty):
            party.forget()
        raise
    finally:
        party.close()
        await link.close()
    if outcome.complete:
        return common.verdict(told, party.ledger_path)
    if outcome.goodbye is not None and outcome.goodbye.reason is GoodbyeReason.SHUTTING_DOWN:
        await put_away()
    return 2
