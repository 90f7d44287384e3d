"""The languages of the screens."""

from collections.abc import Iterator

import pytest

from acquire_client import languages
from acquire_net.language import ENGLISH


@pytest.fixture(params=[*languages.LANGUAGES])
def in_each_language(request: pytest.FixtureRequest) -> Iterator[str]:
    """The code of the language that is spoken meanwhile, each in turn; English again after it."""
    code = str(request.param)
    languages.speak(code)
    yield code
    languages.speak(ENGLISH)
