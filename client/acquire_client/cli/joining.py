"""`acquire join`, `watch` and `bot`: one party at a table over the network."""

import asyncio
import random
from argparse import Namespace
from collections.abc import Callable, Coroutine

from acquire_client.bots import LEVELS, NAMES
from acquire_client.cli import common
from acquire_client.cli.trusting import look, reach
from acquire_client.console import Left
from acquire_client.lines import InputEnded
from acquire_client.link import LostHost
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
from acquire_net.errors import Refused
from acquire_net.ledger.header import NAME_LENGTH
from acquire_net.rules.rulebook import MAX_SEATS
from acquire_net.wire.updates import Glance, GoodbyeReason, SeatInfo


def run(options: Namespace) -> int:
    """Plays or watches; 0 when the game came to its end and was checked, 2 when it did not."""
    main = {"join": _join, "watch": _watch, "bot": _bot}[options.command]
    return common.run_until_signal(main(options))


async def _join(options: Namespace) -> int:
    wishes, told = common.chosen(options), common.voice(options)
    profile = common.profile(options, told)
    try:
        name = wishes.name
        while True:
            link, secrets = await _sit_down(options, told, profile.identity)
            party = SeatParty(name, secrets().identity, common.files(options), secrets)
            console = common.console(options, wishes, link)
            playing = common.at_the_console(console, Playing(link, party, console))
            try:
                return await _to_the_end(told, link, party, playing, options)
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
            except Refused as error:  # two bots that chose one name at the same time
                if error.reason != "NAME_TAKEN" or options.name or last:
                    raise
        return 2
    finally:
        if profile:
            profile.release()


async def _one_bot(
    options: Namespace, wishes: Settings, told: Voice, profile: Profile | None
) -> int:
    identity = profile.identity if profile else common.entropy(32)
    link, secrets = await _sit_down(options, told, identity)
    name = options.name or _bot_name(await link.glance())
    party = SeatParty(name, secrets().identity, common.files(options), secrets, bot=True)
    rng = random.Random(None if options.seed is None else f"{options.seed}/{name}")
    robot = Robot(
        told if options.json else SilentVoice(), LEVELS[options.level], rng, pace=wishes.pace
    )
    told.tell([f"{name} plays at {link.address}, level {options.level}."], "bot")
    return await _to_the_end(told, link, party, Playing(link, party, robot).run(), options)


async def _watch(options: Namespace) -> int:
    told = common.voice(options)
    # a key of its own: watching neither takes a player's profile nor needs a code every time
    profile = profiles.take("watch", common.entropy)
    try:
        link = await reach(options, told, profile.identity)
        party = OnlookerParty("watch", profile.public, common.files(options))
        playing = Playing(link, party, Teller(told)).run()
        return await _to_the_end(told, link, party, playing, options)
    finally:
        profile.release()


async def _sit_down(
    options: Namespace, told: Voice, identity: bytes
) -> tuple[GrpcLink, Callable[[], Secrets]]:
    """A link for the key that plays, and the secrets that go with it."""
    if options.seed is None:
        link = await reach(options, told, identity)
        return link, lambda: Secrets.made_of(common.entropy(32), identity)
    seeded = _free_seeded(options.seed, (await look(options)).lobby.seats)
    return await reach(options, told, seeded.identity), lambda: seeded


def _free_seeded(seed: int, seats: tuple[SeatInfo, ...]) -> Secrets:
    """The secrets of the first seat of a reproducible table that nobody has taken yet."""
    taken = {seat.identity for seat in seats}
    every = [Secrets.seeded(seed, seat) for seat in range(MAX_SEATS)]
    return next((one for one in every if one.public_identity not in taken), every[-1])


def _bot_name(glance: Glance) -> str:
    """A name for a bot that nobody at the table has."""
    taken = {seat.name.casefold() for seat in glance.lobby.seats}
    free = [name for name in NAMES if name.casefold() not in taken]
    return free[0] if free else f"Bot {len(taken) + 1}"[:NAME_LENGTH]


async def _to_the_end(
    told: Voice,
    link: GrpcLink,
    party: SeatParty | OnlookerParty,
    playing: Coroutine[object, object, Outcome],
    options: Namespace,
) -> int:
    """Plays or watches, then tells the verdict, or how to come back."""
    again = f"acquire {options.command} {options.address}"
    try:
        if isinstance(party, SeatParty):
            party.resume((await link.glance()).lobby.table_id)
        outcome = await playing
    except Refused:
        if isinstance(party, SeatParty):
            party.forget()
        raise
    except Left:
        common.kept_at(told, party.ledger_path, again)
        return 0
    except (LostHost, InputEnded, asyncio.CancelledError):
        if party.session is not None:
            common.kept_at(told, party.ledger_path, again)
        raise
    finally:
        party.close()
        await link.close()
    if outcome.complete:
        return common.verdict(told, party.ledger_path)
    if outcome.goodbye is not None and outcome.goodbye.reason is GoodbyeReason.SHUTTING_DOWN:
        common.kept_at(told, party.ledger_path, again)
    return 2
