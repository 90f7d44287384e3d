"""A language for a test; English again after it."""

from collections.abc import Iterator

import pytest

from acquire_client import languages
from acquire_net.language import ENGLISH

OTHERS = tuple(code for code in languages.LANGUAGES if code != ENGLISH)


@pytest.fixture(params=OTHERS)
def code(request: pytest.FixtureRequest) -> Iterator[str]:
    """The code of the language that is spoken meanwhile: each but English, in turn."""
    chosen = str(request.param)
    languages.speak(chosen)
    yield chosen
    languages.speak(ENGLISH)
