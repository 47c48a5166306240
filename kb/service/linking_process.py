"""The program of a process that links rulings: requests on standard input, answers on output.

What comes and goes is pickled, its length before it: at first the path of modules and how far to
stand back, then a function with its arguments, and back what it returns or raises. It ends when
nobody asks any more. Only who started it can ask.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
from contextlib import suppress
from typing import IO, Any

#: Bytes that say how long what follows is.
LENGTH = 8


def main() -> None:
    """Answer until standard input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # meant for who started it
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what is printed is no answer
    path, stands_back = _read(sys.stdin.buffer)
    sys.path[:] = path
    with suppress(OSError):  # where the system forbids it
        os.nice(stands_back)
    with suppress(EOFError, BrokenPipeError):
        while True:
            function, given = _read(sys.stdin.buffer)
            try:
                answer = function(*given)
            except Exception as error:
                answer = error
            answers.write(framed(answer))
            answers.flush()


def framed(value: object) -> bytes:
    """A value as it goes over the wire."""
    pickled = pickle.dumps(value, pickle.HIGHEST_PROTOCOL)
    return len(pickled).to_bytes(LENGTH) + pickled


def _read(wire: IO[bytes]) -> Any:
    length = wire.read(LENGTH)
    if len(length) < LENGTH:
        raise EOFError
    return pickle.loads(wire.read(int.from_bytes(length)))  # noqa: S301  # of who started us


if __name__ == "__main__":
    main()
