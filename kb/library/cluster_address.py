"""The address of a cluster: `typesense://KEY@host1,host2:8108,host3/NAME`, where a library may be.

The key is a secret. What comes from an address that somebody wrote wrongly may be one as well, so
no error repeats any of it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, NamedTuple
from urllib.parse import unquote

from kb.core.errors import KodeksError

#: The protocol and the usual port of each kind of address; the second is encrypted on its way.
SCHEMES: Final = {"typesense": ("http", 8108), "typesenses": ("https", 443)}
#: The most nodes that a cluster may have here; Typesense itself means three, five or seven.
MOST_NODES = 15

_HINT = "Write typesense://KEY@host1,host2:8108,host3, the key with % codes for its own signs."
_LONGEST_NAME = 40


class BadClusterAddressError(KodeksError):
    """An address that no cluster can have; exit code 2."""

    exit_code = 2

    def __init__(self, reason: str) -> None:
        super().__init__(f"this is no address of a cluster: {reason}", _HINT)


class ClusterNode(NamedTuple):
    """A node of a cluster, by protocol, host and port."""

    protocol: str
    host: str
    port: int

    @property
    def shown(self) -> str:
        """The node as people name it: `host1:8108`."""
        return f"{self.host}:{self.port}"

    @property
    def url(self) -> str:
        """Its address without a path."""
        return f"{self.protocol}://{self.shown}"


@dataclass(frozen=True)
class ClusterAddress:
    """A cluster: its nodes in the order in which they were given, the key, a name before others.

    `name` keeps libraries of several homes apart that share a cluster; it may be "".
    """

    nodes: tuple[ClusterNode, ...]
    key: str = field(repr=False)
    name: str = ""

    @property
    def shown(self) -> str:
        """The nodes, without the key."""
        return ", ".join(node.shown for node in self.nodes)

    def __str__(self) -> str:
        """The address with a mask in place of the key."""
        hosts = ",".join(node.shown for node in self.nodes)
        scheme = next(name for name, (kind, _) in SCHEMES.items() if kind == self.nodes[0].protocol)
        return f"{scheme}://…@{hosts}{f'/{self.name}' if self.name else ''}"


def is_cluster(words: str) -> bool:
    """Whether words are meant as the address of a cluster, right or wrong.

    >>> is_cluster("typesense://key@host"), is_cluster("rulings,more")
    (True, False)
    """
    kind, colon, _ = words.strip().partition(":")
    return bool(colon) and kind.lower() in SCHEMES


def masked(words: str) -> str:
    """Words as they may be shown: of the address of a cluster nothing but what kind it is.

    >>> masked("typesense://secret@host"), masked("rulings")
    ('typesense://…', 'rulings')
    """
    return f"{words.strip().partition(':')[0]}://…" if is_cluster(words) else words


def cluster_address(words: str) -> ClusterAddress:
    """Read an address. Raises `BadClusterAddressError`, which has nothing of it.

    >>> str(cluster_address("typesense://secret@a,b:9000,[::1]"))
    'typesense://…@a:8108,b:9000,[::1]:8108'
    """
    scheme, _, rest = words.strip().partition("://")
    if scheme.lower() not in SCHEMES:
        raise BadClusterAddressError("it does not begin with typesense://")
    protocol, usual = SCHEMES[scheme.lower()]
    key, at, place = rest.rpartition("@")
    if not at or not key:
        raise BadClusterAddressError("it has no key before an @")
    hosts, _, name = place.partition("/")
    key = unquote(key)
    if not (key.isascii() and key.isprintable()) or " " in key:
        raise BadClusterAddressError("its key has signs that no key has")
    name = name.rstrip("/")
    if len(name) > _LONGEST_NAME or not all(_is_plain(part) for part in name.split("-") if name):
        raise BadClusterAddressError("the name behind its nodes is not of a-z, 0-9 and -")
    nodes = tuple(_node(one.strip(), protocol, usual) for one in hosts.split(","))
    if len(nodes) > MOST_NODES:
        raise BadClusterAddressError(f"it has more than {MOST_NODES} nodes")
    if len(set(nodes)) < len(nodes):
        raise BadClusterAddressError("a node is named twice")
    return ClusterAddress(nodes, key, name)


def _node(words: str, protocol: str, usual: int) -> ClusterNode:
    if words.startswith("["):
        host, bracket, port = words.partition("]")
        host += bracket
        is_host = bool(bracket) and _of(host[1:-1], "0123456789abcdefABCDEF:.") and ":" in host
        is_host = is_host and (not port or port.startswith(":"))
        port = port.removeprefix(":") if is_host else port
        colon = bool(words.partition("]")[2])
    else:
        host, sign, port = words.partition(":")
        colon = bool(sign)
        labels = host.split(".")
        is_host = all(_is_plain(one.replace("-", "").replace("_", "").lower()) for one in labels)
    if not is_host:
        raise BadClusterAddressError("one of its nodes is no host")
    if not colon:
        return ClusterNode(protocol, host.lower(), usual)
    if not (port.isascii() and port.isdigit() and len(port) <= 5 and 0 < int(port) < 65_536):
        raise BadClusterAddressError("a port is no number from 1 to 65535")
    return ClusterNode(protocol, host.lower(), int(port))


def _of(words: str, signs: str) -> bool:
    return bool(words) and all(sign in signs for sign in words)


def _is_plain(words: str) -> bool:
    return words.isascii() and words.isalnum() and words == words.lower()
