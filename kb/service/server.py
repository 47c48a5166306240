"""uvicorn as we run it: one process or several on one port, and an end in good order."""

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
from uvicorn.supervisors import Multiprocess

from kb import corpus as manifest
from kb.errors import BuildError
from kb.publishing.site import site_directory
from kb.service.app import create_app
from kb.service.logs import log_config
from kb.service.protocol import PatientConfig, PatientProtocol
from kb.service.settings import Settings

#: How long a connection may stand open between two requests, in seconds.
_KEEP_ALIVE = 20

#: Connections that wait to be taken, at most.
_BACKLOG = 2048

#: How long a new worker may take until it answers, and a busy one until it says that it lives, in
#: seconds.
_WORKER = 30


class Workers(Multiprocess):
    """uvicorn's workers, but that a dead one is missed at once, and no client waits in vain.

    uvicorn asks a worker whether it lives over a pipe whose other end it keeps open itself: when
    the worker dies meanwhile it waits for the answer until its patience ends. The main process has
    the service's socket too: as long as it is open, connections are made that no worker takes.
    """

    def keep_subprocess_alive(self) -> None:
        """Put a new worker in the place of one that has died."""
        for process in self.processes:
            process.child_conn.close()  # the worker has its own
        super().keep_subprocess_alive()

    def terminate_all(self) -> None:
        """Take no more connections; tell all workers to end."""
        for listener in self.sockets:
            listener.close()
        super().terminate_all()


def serve(home: Path, settings: Settings, announce: Callable[[str], None]) -> None:
    """Serve until told to end (SIGTERM, SIGINT); `announce` gets the address.

    With several workers SIGHUP puts a new one in the place of each, one after the other. Raises
    `BuildError` when there is no site or the port is taken.
    """
    _allow_many_connections()
    with _listening(home, settings) as listener:
        announce(_address(listener))
        os.environ |= settings.environment() | {"KODEKS_HOME": str(home)}
        config = _config("kb.service.server:from_environment", settings, factory=True)
        if settings.workers == 1:
            Server(config).run(sockets=[listener])
        else:
            Workers(config, sockets=[listener]).run()


def _allow_many_connections() -> None:
    """Open as many files at once as the machine lets us, not as few as a shell is given.

    Every connection is one. Those beyond the limit are closed without a word, here or in the log.
    """
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(OSError, ValueError):  # forbidden: then it stays as it is
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def from_environment() -> ASGIApp:
    """The application as a worker process makes it."""
    _end_with_parent()
    return create_app(manifest.find_home(), Settings.read())


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


def _config(app: Any, settings: Settings, factory: bool = False) -> PatientConfig:
    logging.config.dictConfig(log_config(settings))
    config = PatientConfig(
        app,
        factory=factory,
        workers=settings.workers,
        loop="uvloop",
        http=PatientProtocol,
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
        timeout_worker_healthcheck=_WORKER,
    )
    config.settings = settings
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
        listener.set_inheritable(True)
        yield listener


def _address(listener: socket.socket) -> str:
    host, port = listener.getsockname()[:2]
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"
