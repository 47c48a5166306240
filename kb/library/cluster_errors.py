"""What can go wrong with a cluster. The service asks for these, so nothing slow is imported."""

from __future__ import annotations

from kb.core.errors import BuildError


class ClusterError(BuildError):
    """A cluster does not do what is asked of it; neither its key nor a request is repeated."""


class ClusterUnreachableError(ClusterError):
    """No node of a cluster answers in time, or none that is up to date."""

    def __init__(self, nodes: str, reason: str) -> None:
        super().__init__(
            f"the cluster at {nodes} does not answer: {reason}",
            "Are its nodes running, and can this machine reach their ports? Most must be there "
            "for anything to be written. GET /health of each tells how it is.",
        )


class ClusterKeyError(ClusterError):
    """A cluster refuses the key."""

    def __init__(self, nodes: str) -> None:
        super().__init__(
            f"the cluster at {nodes} refuses the key",
            "Put the right one into KODEKS_LIBRARY=typesense://KEY@…; one that only searches is "
            "enough for the service, kodeks rulings index needs one that may do everything.",
        )


class ClusterAnswerError(ClusterError):
    """A cluster refuses what it is asked, or answers what cannot be understood."""

    def __init__(self, nodes: str, said: str) -> None:
        super().__init__(
            f"the cluster at {nodes} says: {said[:300]}",
            "Its own log tells more. Is it Typesense 0.24 or newer, with disk and memory left?",
        )


class ClusterMissesError(ClusterError):
    """A node has no such collection, or not yet."""

    def __init__(self, nodes: str) -> None:
        super().__init__(
            f"the cluster at {nodes} has no such index", "kodeks rulings index makes it."
        )
