"""Stories that need an asyncio loop of their own."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor


def played(
    story: Callable[[], Awaitable[None]],
    most: float = 30.0,
    loop: Callable[[], asyncio.AbstractEventLoop] = asyncio.new_event_loop,
) -> None:
    """Run a story to its end; it may take so many seconds by the clock of its loop."""

    async def whole() -> None:
        async with asyncio.timeout(most):
            await story()

    def run() -> None:
        with asyncio.Runner(loop_factory=loop) as runner:
            runner.run(whole())

    with ThreadPoolExecutor(1) as apart:  # the browser of other tests has a loop in this thread
        apart.submit(run).result()


async def settled() -> None:
    """Let everybody do what he can do now."""
    for _ in range(5):
        await asyncio.sleep(0)
