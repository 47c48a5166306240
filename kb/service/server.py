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

#: How many connections may wait to be accepted.
_BACKLOG = 2048

#: The file descriptor of standard error, the last of those that every process has.
_STDERR = 2

#: How many times `Settings.hang` a new worker may take until it answers.
_START = 3

#: How many bytes of an answer the system may hold for a client. Its default is some megabytes for
#: each connection.
_SEND_BUFFER = 65_536


class Workers(Multiprocess):
    """uvicorn's supervisor, which notices dead workers at once and lets no client wait in vain.

    uvicorn asks a worker over a pipe whether it lives, but keeps the worker's end of the pipe open
    too. So when the worker dies meanwhile, it waits until a timeout; here that end is closed.
    uvicorn also keeps the listening socket open while workers end, so that clients connect whom no
    worker accepts; here it is closed first. A worker whose event loop hangs ends by itself
    (kb.service.watchdog); the supervisor replaces those too that the system has stopped.
    """

    config: ServerConfig

    def __init__(self, config: ServerConfig, sockets: list[socket.socket]) -> None:
        super().__init__(config, sockets)
        self._since: dict[int | None, float] = {}

    def keep_subprocess_alive(self) -> None:
        """Replace workers that have died or do not answer."""
        for process in self.processes:
            process.child_conn.close()  # the worker has a copy of its own
        now = time.monotonic()
        self._since = {worker.pid: self._since.get(worker.pid, now) for worker in self.processes}
        hang = self.config.settings.hang
        start = hang * _START
        is_new = any(now - since < start for since in self._since.values())
        self.config.timeout_worker_healthcheck = round(start if is_new else hang)
        super().keep_subprocess_alive()

    def restart_all(self) -> None:
        """Replace all workers, one after the other; each new one has time to start."""
        self.config.timeout_worker_healthcheck = round(self.config.settings.hang * _START)
        super().restart_all()

    def terminate_all(self) -> None:
        """Accept no more connections, and tell all workers to end."""
        for listener in self.sockets:
            listener.close()
        super().terminate_all()

    def join_all(self) -> None:
        """Wait for all workers, and kill those that do not end in time."""
        end = time.monotonic() + self.config.settings.grace + self.config.settings.hang
        for worker in self.processes:
            worker.process.join(max(0.0, end - time.monotonic()))
            if worker.process.exitcode is None:
                worker.kill()
        super().join_all()


def serve(home: Path, settings: Settings, announce: Callable[[str], None]) -> None:
    """Serve until SIGTERM or SIGINT; `announce` is called with the address.

    SIGHUP replaces all workers, one after the other. Raises `BuildError` when there is no site, the
    port is taken, or no worker comes up.
    """
    _allow_many_connections()
    with _listening(home, settings) as listener:
        announce(_address(listener))
        os.environ |= settings.environment() | {"KODEKS_HOME": str(home)}
        config = _config("kb.service.server:from_environment", settings, factory=True)
        workers = Workers(config, sockets=[listener])
        workers.run()
        if any(worker.exitcode == STARTUP_FAILURE for worker in workers.processes):
            raise BuildError("the service could not start", "What it wrote before says why.")


def _allow_many_connections() -> None:
    """Raise the limit of open files to what the machine permits; the shell's is lower.

    Every connection is an open file. Beyond the limit, connections are closed without any message.
    """
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(OSError, ValueError):  # it may be forbidden
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def from_environment() -> ASGIApp:
    """The application, as a worker process creates it from its environment."""
    from kb.service.app import create_app

    _end_with_parent()
    _inherit_nothing()
    return create_app(manifest.find_home(), Settings.read(), ends_when_hung=True)


def _inherit_nothing() -> None:
    """Let processes that link rulings inherit no open file: above all not the listening socket."""
    for handle in (int(path.name) for path in Path("/proc/self/fd").iterdir()):
        with suppress(OSError):  # the handle that listed the directory is closed by now
            os.set_inheritable(handle, handle <= _STDERR)


def _end_with_parent() -> None:
    """Make this worker end when its supervisor is gone, so that the port gets free.

    Does nothing in a process that has no supervisor.
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
    """Run the service in a thread of this process while the context lasts; yields its address.

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
        loop="uvloop" if settings.workers == 1 else "kb.service.sharing:SharingLoop",
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
    """The listening socket; raises `BuildError` if the port is taken or there is no site."""
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
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _SEND_BUFFER)
        yield listener


def _address(listener: socket.socket) -> str:
    host, port = listener.getsockname()[:2]
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"
