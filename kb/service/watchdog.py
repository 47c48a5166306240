"""A worker whose loop stands still ends itself: another takes its place (kb.service.server).

What makes it stand still may hold Python's lock, so the end comes from a thread that needs none
(faulthandler's), and says on standard error where every thread stood.
"""

from __future__ import annotations

import asyncio
import faulthandler

#: How often a loop says that it goes round, in parts of the time that it may stand still.
_OFTEN = 10


async def end_when_hung(seconds: float) -> None:
    """End this process when its loop does nothing for so many seconds; runs until cancelled."""
    try:
        while True:
            faulthandler.dump_traceback_later(seconds, exit=True)
            await asyncio.sleep(seconds / _OFTEN)
    finally:
        faulthandler.cancel_dump_traceback_later()
