"""Denies whatever process begins with this on its path every way out of this machine.

What was tried is a line in the file that $KODEKS_TRIED names. Python looks for a module of this
name when it starts; what native code does by itself it does not see (alone.py counts that).
"""

from __future__ import annotations

import ipaddress
import os
import socket
import sys
from typing import Any


def _is_here(address: Any) -> bool:
    """Whether an address of a socket, or the name of a host, is this machine itself."""
    host = address[0] if isinstance(address, tuple) else address
    if host in (None, "", b"", "localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _leads_out(event: str, arguments: tuple[Any, ...]) -> bool:
    if event in ("socket.connect", "socket.sendto", "socket.sendmsg"):
        one, address = arguments[:2]
        return one.family != socket.AF_UNIX and not _is_here(address)
    if event in ("socket.getaddrinfo", "socket.gethostbyname", "socket.gethostbyaddr"):
        return not _is_here(arguments[0])
    if event in ("subprocess.Popen", "os.posix_spawn", "os.exec"):
        return os.fspath(arguments[0]) != sys.executable  # another program is not watched
    return event == "os.system"


def _watch(event: str, arguments: tuple[Any, ...]) -> None:
    if event.partition(".")[0] in ("socket", "subprocess", "os") and _leads_out(event, arguments):
        with open(os.environ["KODEKS_TRIED"], "a", encoding="utf-8") as tried:  # noqa: PTH123
            tried.write(f"{event} {arguments!r}\n")
        raise PermissionError(f"{event} is denied: {arguments!r}")


sys.addaudithook(_watch)
