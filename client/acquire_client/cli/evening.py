"""An evening of several games among the same people: who won how many."""

from collections import Counter

from acquire_client.voices import Voice
from acquire_client.words import lobby as lobby_words
from acquire_net.replica import Replica
from acquire_net.rules.worth import ranking


class Evening:
    """The games that were played to their end since this program began."""

    def __init__(self, told: Voice) -> None:
        self._told = told
        self._games = 0
        self._wins: Counter[str] = Counter()

    def count(self, replica: Replica) -> None:
        """Counts a game that is over; tells the score when it was not the first."""
        state = replica.state
        if not state.over:
            return
        self._games += 1
        players = [replica.names[seat] for seat in range(replica.seats)]
        self._wins.update({players[seat]: 1 for place, seat in ranking(state.cash) if place == 1})
        self._wins.update(dict.fromkeys(players, 0))
        if self._games > 1:
            wins = sorted(self._wins.items(), key=lambda row: (-row[1], row[0]))
            self._told.tell([lobby_words.evening(wins)], "evening")
