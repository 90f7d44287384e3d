"""`acquire join`, `watch` and `bot`: one party at a table over the network."""

import asyncio
import random
from argparse import Namespace
from collections.abc import Callable, Coroutine
from contextlib import suppress
from functools import partial
from typing import Final

from acquire_client.bots import LEVELS, NAMES
from acquire_client.cli import common
from acquire_client.cli.discovering import find_table, look_elsewhere
from acquire_client.cli.evening import Evening
from acquire_client.cli.sitting import another_name, own_profile, watches_instead
from acquire_client.cli.trusting import look, reach
from acquire_client.link import LostHost
from acquire_client.links.grpc import GrpcLink
from acquire_client.person import Left, Person
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
from acquire_net.language import _
from acquire_net.ledger.header import NAME_LENGTH
from acquire_net.replica import Replica
from acquire_net.rules.rulebook import MAX_SEATS
from acquire_net.wire.updates import Goodbye, GoodbyeReason, Lobby, Phase, SeatInfo

NEXT_TABLE: Final = 20.0
"""Seconds that a host which is not reached is waited for to open the next table."""
POLL: Final = 1.0
"""Seconds between looks whether the next table is open."""
_GOES_ON: Final = (GoodbyeReason.SHUTTING_DOWN, GoodbyeReason.TABLE_STOPPED)
"""Goodbyes of a host that can be started again, perhaps once its disk has room."""


def run(options: Namespace) -> int:
    """Plays or watches; 0 when the game came to its end and was checked, 2 when it did not."""
    main = {"join": _join, "watch": _watch, "bot": _bot}[options.command]
    return common.run_until_signal(main(options))


# -- people --------------------------------------------------------------------------------------


async def _join(options: Namespace) -> int:
    wishes, told = common.chosen(options), common.voice(options)
    await find_table(options, told)
    if options.command == "watch":
        return await _watch(options)
    profile = await own_profile(options, told)
    try:
        name = wishes.name
        while True:
            person = common.console(options, wishes)
            person.acquaintances = profile.met
            try:
                link, party = await _seat(options, told, profile, name)
                evening = _evening(options, told, profile, person, link, party)
                return await common.attended(person, evening)
            except Left:
                return 0
            except Refused as error:
                if error.reason == "NAME_TAKEN":
                    name = await another_name(told, error)
                elif await watches_instead(options, told, error):
                    return await _watch(options)
                else:
                    raise
    finally:
        profile.release()


async def _evening(
    options: Namespace,
    told: Voice,
    profile: Profile,
    person: Person,
    link: GrpcLink,
    party: SeatParty,
) -> int:
    """Plays game after game at one host, as long as the person and the host want another one."""
    evening = Evening(told)
    while True:
        person.game = Playing(
            link,
            party,
            person,
            agree=not person.attended,
            elsewhere=partial(look_elsewhere, link),
        )
        person.ways_in = partial(_ways_in, link, person)
        playing, again = person.game.run(), _again(options, profile)
        code = await _to_the_end(told, link, party, playing, again, lambda: person.compared)
        if party.session is None or not _came_to_an_end(party.session.replica):
            return code
        evening.count(party.session.replica)
        if not await person.wants_rematch():
            return code
        table_id = party.session.replica.header.table_id
        try:
            await _next_table(options, told, table_id)
            link, party = await _seat(options, told, profile, party.name)
        except (Refused, LostHost) as error:
            told.tell([str(error), _("There is no further game.")], "evening")
            return code


def _came_to_an_end(replica: Replica) -> bool:
    """Whether a game is over, by the rules or because the players ended it as it stood."""
    return replica.state.over or replica.abandoned


def _ways_in(link: GrpcLink, person: Person) -> list[str]:
    lines = [_("Others join with: acquire join {address}").format(address=link.address)]
    return [*lines, _("The join code is on the host's screen.")] if person.coded else lines


async def _next_table(options: Namespace, told: Voice, before: bytes) -> None:
    """Waits until the host has opened another table; raises LostHost when it is gone."""
    told.tell([_("Waiting for the host to open the next table.")], "evening")
    lost = 0.0
    while True:
        try:
            lobby = (await look(options)).lobby
        except LostHost:
            if lost >= NEXT_TABLE:
                raise
            lost += POLL
        else:
            lost = 0.0
            if lobby.table_id != before:
                return
        await asyncio.sleep(POLL)


# -- bots, and those who only watch --------------------------------------------------------------


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
    text = _("{name} plays at {address}, level {level}.")
    line = text.format(name=party.name, address=link.address, level=options.level)
    told.tell([line], "bot")
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
        person = common.watcher(options)
        elsewhere = partial(look_elsewhere, link)
        playing = Playing(link, party, person or Teller(told), elsewhere=elsewhere)
        to_the_end = _to_the_end(told, link, party, playing.run(), _again(options, None))
        if person is None:
            return await to_the_end
        person.game = playing
        try:
            return await common.attended(person, to_the_end)
        except Left:
            return 0
    finally:
        profile.release()


# -- sitting down --------------------------------------------------------------------------------


async def _seat(
    options: Namespace, told: Voice, profile: Profile | None, name: str | None, *, bot: bool = False
) -> tuple[GrpcLink, SeatParty]:
    """A link to the table, and the party that has a seat there or wants one.

    Without a name it gets one that nobody has there; without a profile it comes back as a bot of
    that table that was left behind on this computer.
    """
    files = common.files(options)
    lobby = (await look(options)).lobby  # who sits there is only told to those admitted
    identity = profile.identity if profile else common.entropy(32)
    secrets = Secrets.made_of(common.entropy(32), identity)
    if lobby.phase is Phase.LOBBY and options.seed is not None:
        secrets = await _free_seeded(options, told)
    elif lobby.phase is not Phase.LOBBY and (profile is None or options.seed is not None):
        left = files.left_behind(lobby.table_id, bot=bot)
        secrets = Secrets.made_of(common.entropy(32), left or identity)
    link = await reach(options, told, secrets.identity)
    try:
        lobby = (await link.glance()).lobby
        wanted = name or _free_name(lobby)
        party = SeatParty(wanted, secrets.identity, files, lambda: secrets, bot=bot)
        party.resume(lobby)
    except BaseException:
        await link.close()
        raise
    if party.torn:
        common.torn(told)
    return link, party


async def _free_seeded(options: Namespace, told: Voice) -> Secrets:
    """The secrets of the first seat of a reproducible table that nobody has taken yet."""
    link = await reach(options, told, common.entropy(32))
    seats: tuple[SeatInfo, ...] = (await link.glance()).lobby.seats
    await link.close()
    taken = {seat.identity for seat in seats}
    every = [Secrets.seeded(options.seed, seat) for seat in range(MAX_SEATS)]
    return next((one for one in every if one.public_identity not in taken), every[-1])


def _free_name(lobby: Lobby) -> str:
    """A name for a bot that nobody at the table has."""
    taken = {seat.name.casefold() for seat in lobby.seats}
    free = [name for name in NAMES if name.casefold() not in taken]
    return free[0] if free else f"Bot {len(taken) + 1}"[:NAME_LENGTH]


# -- the end -------------------------------------------------------------------------------------


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
    compared: Callable[[], bool] = lambda: True,
) -> int:
    """Plays or watches, then tells the verdict, or how to come back.

    `compared` tells then whether the table check was compared, where that matters.
    """

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
        told.tell([_("Ledger: {file}").format(file=party.ledger_path)], "kept")
        raise
    except (AcquireError, OSError, asyncio.CancelledError) as why:
        await put_away()
        if isinstance(why, Refused) and isinstance(party, SeatParty):
            party.forget()
        raise
    finally:
        party.close()
        await link.close()
    if outcome.complete or _over(outcome.goodbye):
        return common.verdict(told, party.ledger_path, compared=compared())
    if outcome.goodbye is not None and outcome.goodbye.reason in _GOES_ON:
        await put_away()
    return 2


def _over(goodbye: Goodbye | None) -> bool:
    """Whether a host said that the game is over, though not everybody has signed its end."""
    return goodbye is not None and goodbye.reason is GoodbyeReason.GAME_OVER
