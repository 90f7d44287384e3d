"""A screen's pictures and words in the toolkit's own forms."""

from collections.abc import Callable, Iterable

from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.data_structures import Point
from prompt_toolkit.document import Document
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.layout import UIContent, UIControl
from prompt_toolkit.mouse_events import MouseEvent, MouseEventType

from acquire_client.tui.choosing.intents import Deed
from acquire_client.tui.screen import Screen
from acquire_client.tui.text import Block, steady


class Picture(UIControl):
    """The whole screen as one control."""

    def __init__(self, screen: Screen, draw: Callable[[int, int], Block]) -> None:
        self._screen = screen
        self._draw = draw
        self._block = Block((), 0)
        self.focused = False
        """Whether the picture has a focused cell."""

    def is_focusable(self) -> bool:
        """Yes: it takes the keys while no line is typed."""
        return True

    def create_content(self, width: int, height: int) -> UIContent:
        """The picture in that size."""
        block = self._block = self._draw(width, height)
        self.focused = block.cursor is not None
        row, column = block.cursor or (0, 0)

        def line(at: int) -> StyleAndTextTuples:
            return [(style, steady(text)) for style, text in block.lines[at]]

        return UIContent(line, block.height, Point(column, row), show_cursor=True)

    def mouse_handler(self, mouse_event: MouseEvent) -> object:
        """Does what lies under a click; the wheel scrolls."""
        screen = self._screen
        match mouse_event.event_type:
            case MouseEventType.SCROLL_UP:
                screen.press(Deed.BACK)
            case MouseEventType.SCROLL_DOWN:
                screen.press(Deed.ON)
            case MouseEventType.MOUSE_UP:
                where = mouse_event.position
                for target in self._block.targets:
                    if target.row == where.y and target.start <= where.x < target.stop:
                        screen.press(target.intent)
                        return None
            case _:
                return NotImplemented
        return None


class Words(Completer):
    """The words that a line may go on with."""

    def __init__(self, screen: Screen) -> None:
        self._screen = screen

    def get_completions(
        self, document: Document, complete_event: CompleteEvent
    ) -> Iterable[Completion]:
        """Those that begin as the last word does."""
        before = document.text_before_cursor
        word = before.rpartition(" ")[2]
        for text in self._screen.words(before):
            if text.casefold().startswith(word.casefold()):
                yield Completion(text, start_position=-len(word))
