"""The concordance of the pinned corpus, opened once."""

from __future__ import annotations

import pytest

from kb.concordance.occurrences import Concordance
from kb.storage.store import Store


@pytest.fixture(scope="session")
def concordance(store: Store) -> Concordance:
    return Concordance.open(store)
