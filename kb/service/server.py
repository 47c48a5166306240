"""uvicorn as Kodeks runs it: workers on one port, a supervisor for them, a clean shutdown.

The supervisor answers no requests, so it imports nothing of what the workers need.
"""

from __future__ import annotations

import logging.config
import multiprocessing
import os
import resource
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from starlette.types import ASGIApp
from uvicorn import Server
from uvicorn.config import STARTUP_FAILURE
from uvicorn.supervisors import Multiprocess

from kb.core.errors import BuildError
from kb.corpus import manifest
from kb.publishing.output.site import site_directory
from kb.service.drain_queue import DrainQueue
from kb.service.logs import log_config
from kb.service.protocol import HttpProtocol, ServerConfig
from kb.service.settings import Settings

#: How long a connection may stand open between two requests, in seconds.
_KEEP_ALIVE = 20

#: Connections that wait to be taken, at most.
_BACKLOG = 2048

#: The last of the files that every process has.
_STANDARD = 2

#: How long a new worker may take until it answers: so many times as long as one may hang.
_START = 3

#: So much of an answer waits in the system for a client to take it, in bytes. The system would let
#: some megabytes wait for each.
_SENT = 65_536


class Workers(Multiprocess):
    """uvicorn's workers, but that a dead one is missed at once, and no client waits in vain.

    uvicorn asks a worker whether it lives over a pipe whose other end it keeps open itself: when
    the worker dies meanwhile it waits for the answer until its patience ends. The main process has
    the service's socket too: as long as it is open, connections are made that no worker takes.
    One whose loop stands still ends by itself (kb.service.watchdog); here is missed what the system
    has stopped.
    """

    config: ServerConfig

    def __init__(self, config: ServerConfig, sockets: list[socket.socket]) -> None:
        super().__init__(config, sockets)
        self._since: dict[int | None, float] = {}

    def keep_subprocess_alive(self) -> None:
        """Put a new worker in the place of one that has died, or does not say that it lives."""
        for process in self.processes:
            process.child_conn.close()  # the worker has its own
        now = time.monotonic()
        self._since = {one.pid: self._since.get(one.pid, now) for one in self.processes}
        hang = self.config.settings.hang
        start = hang * _START
        is_new = any(now - since < start for since in self._since.values())
        self.config.timeout_worker_healthcheck = round(start if is_new else hang)
        super().keep_subprocess_alive()

    def restart_all(self) -> None:
        """Put a new worker in the place of each, in turn; each has time to start."""
        self.config.timeout_worker_healthcheck = round(self.config.settings.hang * _START)
        super().restart_all()

    def terminate_all(self) -> None:
        """Take no more connections; tell all workers to end."""
        for listener in self.sockets:
            listener.close()
        super().terminate_all()

    def join_all(self) -> None:
        """Wait for all workers; who does not end in time is ended."""
        end = time.monotonic() + self.config.settings.grace + self.config.settings.hang
        for worker in self.processes:
            worker.process.join(max(0.0, end - time.monotonic()))
            if worker.process.exitcode is None:
                worker.kill()
        super().join_all()


def serve(home: Path, settings: Settings, announce: Callable[[str], None]) -> None:
    """Serve until told to end (SIGTERM, SIGINT); `announce` gets the address.

    SIGHUP puts a new worker in the place of each, one after the other. Raises `BuildError` when
    there is no site, the port is taken, or no worker comes up.
    """
    _allow_many_connections()
    with _listening(home, settings) as listener:
        announce(_address(listener))
        os.environ |= settings.environment() | {"KODEKS_HOME": str(home)}
        config = _config("kb.service.server:from_environment", settings, factory=True)
        workers = Workers(config, sockets=[listener])
        workers.run()
        if any(one.exitcode == STARTUP_FAILURE for one in workers.processes):
            raise BuildError("the service could not start", "What it wrote before says why.")


def _allow_many_connections() -> None:
    """Open as many files at once as the machine lets us, not as few as a shell is given.

    Every connection is one. Those beyond the limit are closed without a word, here or in the log.
    """
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(OSError, ValueError):  # forbidden: then it stays as it is
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def from_environment() -> ASGIApp:
    """The application as a worker process makes it."""
    from kb.service.app import create_app

    _end_with_parent()
    _keep_what_is_open()
    return create_app(manifest.find_home(), Settings.read(), ends_when_hung=True)


def _keep_what_is_open() -> None:
    """Pass nothing on to the processes that link rulings: not the socket where we listen."""
    for handle in (int(one.name) for one in Path("/proc/self/fd").iterdir()):
        with suppress(OSError):  # the one that listed them is closed
            os.set_inheritable(handle, handle <= _STANDARD)


def _end_with_parent() -> None:
    """Tell this worker to end when the process that started it is gone: the port must be free.

    Does nothing in a process that nobody started to work for him.
    """
    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def wait() -> None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=wait, daemon=True).start()


@contextmanager
def running(home: Path, settings: Settings) -> Iterator[str]:
    """The address of the service in a thread of this process, for as long as the context lasts.

    Raises `BuildError` as `serve` does.
    """
    from kb.service.app import create_app

    with _listening(home, settings) as listener:
        server = Server(_config(create_app(home, settings), settings))
        thread = threading.Thread(target=server.run, args=([listener],), daemon=True)
        thread.start()
        try:
            while not server.started and thread.is_alive():
                time.sleep(0.01)
            yield _address(listener)
        finally:
            server.should_exit = True
            thread.join()


def _config(app: Any, settings: Settings, factory: bool = False) -> ServerConfig:
    logging.config.dictConfig(log_config(settings))
    config = ServerConfig(
        app,
        factory=factory,
        workers=settings.workers,
        loop="uvloop",
        http=HttpProtocol,
        ws="none",
        lifespan="on",
        log_config=log_config(settings),
        access_log=False,
        server_header=False,
        proxy_headers=True,
        forwarded_allow_ips=settings.proxies,
        backlog=_BACKLOG,
        timeout_keep_alive=_KEEP_ALIVE,
        timeout_graceful_shutdown=round(settings.grace),
        timeout_worker_healthcheck=round(settings.hang * _START),
    )
    config.settings, config.drain_queue = settings, DrainQueue()
    return config


@contextmanager
def _listening(home: Path, settings: Settings) -> Iterator[socket.socket]:
    """The socket of the service; raises `BuildError` where there is none, or nothing to serve."""
    site = site_directory(home)
    if not (site / "index.html").is_file():
        raise BuildError(f"there is no site in {site}", "Run kodeks site first, or make serve.")
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    try:
        listener = socket.create_server(
            (settings.host, settings.port), family=family, backlog=_BACKLOG
        )
    except OSError as error:
        raise BuildError(
            f"cannot listen on {settings.host}:{settings.port}: {error.strerror or error}",
            "Give another port: kodeks serve --port 8080, or make serve PORT=8080.",
        ) from None
    with listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _SENT)
        yield listener


def _address(listener: socket.socket) -> str:
    host, port = listener.getsockname()[:2]
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"
