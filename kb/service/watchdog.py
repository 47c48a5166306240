"""The watchdog: a worker whose event loop hangs ends itself, and kb.service.server starts another.

Code that hangs may hold the interpreter lock. Therefore the watchdog is faulthandler's thread,
which needs no lock; it prints the stack of every thread on standard error and ends the process.
"""

from __future__ import annotations

import asyncio
import faulthandler

#: How many times the event loop resets the watchdog within the time after which it would fire.
_OFTEN = 10


async def end_when_hung(seconds: float) -> None:
    """End this process when its event loop hangs for so many seconds; runs until cancelled."""
    try:
        while True:
            faulthandler.dump_traceback_later(seconds, exit=True)
            await asyncio.sleep(seconds / _OFTEN)
    finally:
        faulthandler.cancel_dump_traceback_later()
