"""Runs where there is no network but this machine itself, and says what came of it, as JSON.

alone.py serve HOME NEXT   the service: pages, answers, the build of another home is taken up
alone.py reach             what nobody may do: to see that it would be noticed
"""

from __future__ import annotations

import asyncio
import ctypes
import fcntl
import json
import shutil
import socket
import struct
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import uvloop

from support.faults import put_in_place, store_of
from support.serving import Answer, ask
from support.waiting import until

#: Of the kernel: a network of one's own, with or without rights of one's own; a link is up.
_NETWORK, _USER = 0x40000000, 0x10000000
_SET_FLAGS, _UP = 0x8914, 0x1

#: Belongs to nobody.
_NOWHERE = "192.0.2.1"


def leave_the_network() -> bool:
    """Give this process a network that has this machine alone; whether that is allowed."""
    kernel = ctypes.CDLL(None)
    if kernel.unshare(_NETWORK) and kernel.unshare(_NETWORK | _USER):
        return False
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        fcntl.ioctl(any_socket, _SET_FLAGS, struct.pack("16sh14x", b"lo", _UP))
    return True


def counted() -> dict[str, int]:
    """What the kernel counts of this network: connections begun, datagrams, no way to a host."""
    lines = Path("/proc/net/snmp").read_text(encoding="utf-8").splitlines()
    rows = {
        f"{name.split()[0]}{key}": int(value)
        for name, values in zip(lines[::2], lines[1::2], strict=True)
        for key, value in zip(name.split()[1:], values.split()[1:], strict=True)
    }
    return {
        "connections": rows["Tcp:ActiveOpens"],
        "datagrams": rows["Udp:OutDatagrams"],
        "unreachable": rows["Ip:OutNoRoutes"],
    }


def serve(home: Path, following: Path) -> dict[str, Any]:
    """Start the service with two workers, ask it, let it take up another build, end it."""
    options = ["--port", "0", "--look", "0.1", "--workers", "2", "--level", "warning"]
    process = subprocess.Popen(
        [sys.executable, "-m", "kb.cli", "serve", *options], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    address = process.stdout.readline().split()[-1]
    asked: list[Answer] = []

    def once(*question: Any, **headers: str) -> Answer:
        asked.append(ask(address, *question, **headers))
        return asked[-1]

    try:
        answers = {
            "page": once("/").status,
            "search": once("search?q=renons&lang=hr").status,
            "link": once("link", "POST", b"27B1", content_type="text/plain").status,
            "document": once("openapi.json").status,
        }
        new = store_of(following)
        shutil.copytree(following / "corpus", home / "corpus", dirs_exist_ok=True)
        put_in_place(new, home)
        until(
            lambda: all(once("version").json["fingerprint"] == new.fingerprint for _ in range(20)),
            "every worker has taken the build up",
        )
        answers["the new build"] = once("search?q=renons&lang=hr").status
    finally:
        process.terminate()
        process.wait()
    return {"answers": answers, "asked": len(asked), "code": process.returncode}


def reach() -> dict[str, Any]:
    """Try every way out that a library could take."""
    with suppress(OSError), socket.socket() as one:
        one.connect((_NOWHERE, 80))
    with suppress(OSError):
        socket.getaddrinfo("laws.example", 80)
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as one:
        one.sendto(b"hello", (_NOWHERE, 53))
    with suppress(OSError):
        subprocess.run(["/bin/true"], check=False)
    with suppress(OSError), asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(_natively())
    return {}


async def _natively() -> None:
    """As code does that is not Python: nothing of this is seen, but the kernel counts it."""
    await asyncio.get_running_loop().create_connection(asyncio.Protocol, _NOWHERE, 80)


if __name__ == "__main__":
    is_alone = leave_the_network()
    _, what, *homes = sys.argv
    report = serve(*map(Path, homes)) if what == "serve" else reach()
    print(json.dumps({**report, "counted": counted() if is_alone else None}))
