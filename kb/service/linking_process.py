"""The program of a process that links rulings: it reads requests on standard input and answers.

Requests and answers are pickled, each with its length before it. The first has the path of modules
and the priority (`nice`) to take; each after it a function with its arguments, which is answered
with what the function returns or raises. The program ends when standard input does. Only the
process that started it can write to it, so what it reads is trusted.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
from contextlib import suppress
from typing import IO, Any

#: How many bytes stand before each message and say how long it is.
LENGTH = 8


def main() -> None:
    """Answer until standard input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is meant for who started it
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a function prints must not get among the answers
    path, nice = _read(sys.stdin.buffer)
    sys.path[:] = path
    with suppress(OSError):  # the system may forbid it
        os.nice(nice)
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
    """A value as a message: pickled, with its length before it."""
    pickled = pickle.dumps(value, pickle.HIGHEST_PROTOCOL)
    return len(pickled).to_bytes(LENGTH) + pickled


def _read(stream: IO[bytes]) -> Any:
    """The value of the next message; raises `EOFError` when there is none."""
    length = stream.read(LENGTH)
    if len(length) < LENGTH:
        raise EOFError
    return pickle.loads(stream.read(int.from_bytes(length)))  # noqa: S301  # of who started us


if __name__ == "__main__":
    main()
