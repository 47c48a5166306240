"""What rulings do that no rule of ours lets them do any more: processes that link take this for it.

It stands in a module of its own, as they import it by its name.
"""

from __future__ import annotations

import os
import re
import signal

from kb.service.ruling_task import Build, Limits, LinkedOutput, LinkJob, _limit
from kb.service.ruling_task import link as really_link

#: Takes twice as long for each letter, in C, with Python's lock held.
_NEVER_ENDS = re.compile("(a+)+$")


def link(build: Build, wanted: LinkJob, limits: Limits) -> LinkedOutput:
    """Links a ruling, unless it says what else is to be done with it."""
    first, *_ = wanted.document.split(maxsplit=1) or [""]
    if first == "hang":
        _limit(limits)
        _NEVER_ENDS.match("a" * 64 + "!")
    if first == "grow":
        _limit(limits)
        grown = [b"x" * 1_000_000 for _ in range(10_000)]
        return LinkedOutput(grown[0], is_compressed=False)
    if first == "die":
        os.kill(os.getpid(), signal.SIGKILL)
    return really_link(build, wanted, limits)
