"""The collector is held back for the time of a document, and left as it was found."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import pytest

from pdf_extractor_ai.geometric.heap import settled_objects


class Knot:
    """Refers to itself: only the cycle collector frees it."""

    def __init__(self) -> None:
        self.myself = self


@pytest.fixture(autouse=True)
def collector_as_found() -> Iterator[None]:
    before = gc.get_threshold()
    assert gc.get_freeze_count() == 0
    yield
    gc.unfreeze()
    gc.set_threshold(*before)


def test_old_objects_are_spared_and_new_ones_freed() -> None:
    before = gc.get_threshold()
    old = weakref.ref(Knot())
    with settled_objects():
        new = weakref.ref(Knot())
        gc.collect()
        assert old() is not None
        assert new() is None
    assert (gc.get_freeze_count(), gc.get_threshold()) == (0, before)
    gc.collect()
    assert old() is None


def test_blocks_within_blocks_and_errors() -> None:
    before = gc.get_threshold()

    def fails() -> None:
        with settled_objects():
            with settled_objects():
                pass
            assert gc.get_freeze_count() > 0
            raise LookupError

    with pytest.raises(LookupError):
        fails()
    assert (gc.get_freeze_count(), gc.get_threshold()) == (0, before)


def test_a_program_that_freezes_itself_keeps_its_objects_frozen() -> None:
    gc.freeze()
    count, before = gc.get_freeze_count(), gc.get_threshold()
    with settled_objects():
        assert gc.get_threshold() == before
    assert gc.get_freeze_count() == pytest.approx(count, rel=0.01)


def test_a_collector_that_is_off_stays_off() -> None:
    gc.set_threshold(0, 10, 10)
    with settled_objects():
        assert gc.get_threshold()[0] == 0
    assert gc.get_threshold()[0] == 0
