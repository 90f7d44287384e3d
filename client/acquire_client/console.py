"""The plain text player: reads lines, and tells in words what there is to tell.

Also the screen reader's: no redrawn prompt, one event a line.
"""

import asyncio

from acquire_client.lines import LineReader
from acquire_client.person import Person
from acquire_client.teller import Announce
from acquire_client.voices import Voice
from acquire_net.rules.actions import Action


class Console(Person):
    """A person who types lines.

    On a terminal (`interactive`) lines are read at any time and weighty answers are confirmed by
    a second Enter; from a pipe a line is read only when a question waits for it, and never asked
    again.
    """

    def __init__(
        self,
        voice: Voice,
        lines: LineReader,
        *,
        interactive: bool,
        confirm: bool = True,
        announce: Announce = "all",
        auto_board: bool = False,
        practice: bool = False,
    ) -> None:
        super().__init__(
            voice,
            confirm=confirm and interactive,
            announce=announce,
            auto_board=auto_board,
            practice=practice,
        )
        self._lines = lines
        self.attended = interactive

    async def listen(self) -> None:
        """Reads lines for as long as there are any; only on a terminal."""
        while self.attended:
            line = await self._lines.next()
            if line is None:
                self.input_ended()
                return
            await self.typed(line)

    async def _answered(self, answer: asyncio.Future[Action]) -> Action:
        while not self.attended and not answer.done():
            line = await self._lines.next()
            if line is None:
                self.input_ended()
            else:
                await self.typed(line)
        return await super()._answered(answer)
