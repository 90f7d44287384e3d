"""A choice that answers a question; whether it may, and why not, is what the rules say."""

from abc import abstractmethod

from acquire_client.question import Question
from acquire_client.tui.choosing.rows import Chooser
from acquire_client.words.names import Names
from acquire_net.errors import IllegalAction
from acquire_net.rules.actions import Action


def refusal(question: Question, action: Action) -> str:
    """Why the rules would refuse an answer; empty when they would take it."""
    try:
        question.state.check(question.seat, action)
    except IllegalAction as error:
        return str(error)
    return ""


class Asked(Chooser):
    """An answer to one question; every kind keeps what is chosen so far in a few numbers."""

    def __init__(self, question: Question, names: Names) -> None:
        super().__init__()
        self.question = question
        self.names = names

    @abstractmethod
    def _action(self) -> Action:
        """The answer as it is chosen now."""

    def ready(self) -> Action | str:
        """The answer that Enter gives; or the rules' reason why it cannot be given."""
        action = self._action()
        return refusal(self.question, action) or action

    def _allows(self, action: Action) -> bool:
        """Whether the rules would take an answer; if not, the summary says why."""
        self._said = refusal(self.question, action)
        return not self._said
