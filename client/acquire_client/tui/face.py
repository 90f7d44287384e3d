"""Where a screen is shown: what it asks of a terminal, whichever it is."""

from collections.abc import Coroutine
from typing import Protocol

from acquire_client.tui.theme import ThemeName
from acquire_net.errors import AcquireError


class NoScreen(AcquireError):
    """This terminal has no screen to draw on."""


class Face(Protocol):
    """Where a screen is shown, and what is typed comes from."""

    @property
    def typing(self) -> bool:
        """Whether a line is being typed."""

    def refresh(self) -> None:
        """Shows the picture anew, soon."""

    def ring(self) -> None:
        """Draws attention: a question was put."""

    def forget_keys(self) -> None:
        """Drops what was pressed and not yet done."""

    def type(self, prefix: str) -> None:
        """Opens the line in which commands (`:`) and chat (`/`) are typed."""

    def wear(self, theme: ThemeName) -> None:
        """Takes another theme."""

    def redraw(self) -> None:
        """Paints everything anew."""

    def do(self, deed: Coroutine[object, object, None]) -> None:
        """Carries a deed out beside the rest; what it raises closes the face."""

    def leave(self, why: BaseException | None = None) -> None:
        """Closes; raises `why` where the face is waited for."""
