"""A terminal at which somebody is asked and presses keys."""

from __future__ import annotations

import os
import pty
import re
import select
import subprocess
import sys
import time
from pathlib import Path

from support.homes import REPOSITORY

#: What stands before the chosen one of several answers.
_CHOICE = re.compile(b"> ")


def asked_at_a_terminal(
    home: Path, keys: list[bytes], *arguments: str, sign: re.Pattern[bytes] = _CHOICE
) -> tuple[str, int]:
    """What `kodeks` shows to somebody who presses these keys, and its exit code.

    Each key is pressed when the program has shown the sign of a question and has been silent for a
    while: it waits then.
    """
    master, slave = pty.openpty()
    environment = {**os.environ, "KODEKS_HOME": str(home), "TERM": "xterm"}
    command = [sys.executable, "-m", "kb.cli", *arguments]
    program = subprocess.Popen(
        command, stdin=slave, stdout=slave, stderr=slave, env=environment, cwd=REPOSITORY
    )
    os.close(slave)
    shown = b""
    pending = [*keys]
    asked = 0
    ends = time.monotonic() + 120
    while time.monotonic() < ends:
        ready, _, _ = select.select([master], [], [], 0.3)
        if ready:
            try:
                piece = os.read(master, 65536)
            except OSError:  # the program has closed the terminal
                break
            if not piece:
                break
            if b"\x1b[6n" in piece:  # it asks where the cursor is
                os.write(master, b"\x1b[1;1R")
            shown += piece
            asked += len(sign.findall(piece))
        elif pending and asked:
            os.write(master, pending.pop(0))
            asked = 0
        if program.poll() is not None and not ready:
            break
    code = program.wait(timeout=60)
    os.close(master)
    return shown.decode(errors="replace"), code
