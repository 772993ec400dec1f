"""Worker processes: kept, killed, and never the end of the server."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from pdf_extractor_ai.errors import LayerXmlError, LimitExceededError, WorkerDiedError
from pdf_extractor_ai.job import Progress
from pdf_extractor_ai.mcp.engine import Engine
from tests.mcp.engine_tasks import Do


@pytest.fixture
async def engine() -> AsyncIterator[Engine]:
    engine = Engine(1, 20)
    yield engine
    await engine.close()


def ignore(progress: Progress) -> None:
    return None


async def test_a_process_is_kept_and_survives_errors(engine: Engine) -> None:
    steps: list[Progress] = []
    first = await engine.run(Do("process"), steps.append)
    with pytest.raises(LayerXmlError, match="wrong here") as caught:
        await engine.run(Do("fail"), ignore)
    assert caught.value.remedy == "mend it"
    assert caught.value.line == 7
    with pytest.raises(RuntimeError, match="OddError"):
        await engine.run(Do("odd"), ignore)
    with pytest.raises(WorkerDiedError, match="not enough memory"):
        await engine.run(Do("memory"), ignore)
    assert await engine.run(Do("process"), ignore) == first
    assert steps == [Progress("read", 1, 2)]


async def test_one_that_dies_fails_alone(engine: Engine) -> None:
    with pytest.raises(WorkerDiedError, match="ended with code 3"):
        await engine.run(Do("die"), ignore)
    with pytest.raises(WorkerDiedError, match="killed by SIGKILL"):
        await engine.run(Do("kill"), ignore)
    assert await engine.run(Do("process"), ignore) > 0


async def test_one_that_takes_too_long_is_ended() -> None:
    engine = Engine(1, 0.3)
    with pytest.raises(LimitExceededError, match=r"longer than 0\.3 s"):
        await engine.run(Do("sleep"), ignore)
    await engine.close()


async def test_a_cancel_ends_the_process_at_once(engine: Engine) -> None:
    busy = asyncio.create_task(engine.run(Do("sleep"), ignore))
    waiting = asyncio.create_task(engine.run(Do("process"), ignore))
    await asyncio.sleep(0.5)
    busy.cancel()
    await asyncio.gather(busy, return_exceptions=True)
    assert busy.cancelled()
    assert await waiting > 0
