"""Many programs in one process check the same signatures; here each is checked once."""

from collections.abc import Iterator
from functools import lru_cache

import pytest

from acquire_net.fairness import signing


@pytest.fixture(autouse=True, scope="package")
def remembered_signatures() -> Iterator[None]:
    """Remembers what a true check of a signature said, which never changes."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(signing, "verify", lru_cache(maxsize=1 << 16)(signing.verify))
        yield
