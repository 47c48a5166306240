"""What KODEKS_LIBRARY says: folders of rulings, or the cluster that has them, and their folders."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from kb.library.cluster_address import ClusterAddress, cluster_address, is_cluster

#: The variable of the environment.
VARIABLE: Final = "KODEKS_LIBRARY"
#: The name that stands for the folders that the manifest names.
OF_CORPUS: Final = "corpus"


@dataclass(frozen=True)
class LibrarySetting:
    """The folders that are named, () for those of the manifest, and the cluster if there is one."""

    folders: tuple[str, ...] = ()
    cluster: ClusterAddress | None = None

    @classmethod
    def of(cls, words: str) -> LibrarySetting:
        """Read `corpus`, `rulings,more`, `typesense://key@a,b,c` or `typesense://key@a rulings`.

        Raises `BadClusterAddressError`.
        """
        cluster = None
        if is_cluster(words):
            address, _, words = words.strip().partition(" ")
            cluster = cluster_address(address)
        named = (folder.strip() for folder in words.split(","))
        return cls(tuple(one for one in named if one not in ("", OF_CORPUS)), cluster)

    @classmethod
    def of_environment(cls, environ: Mapping[str, str] = os.environ) -> LibrarySetting:
        """The cluster of the environment with its folders; where it names none, nothing.

        Folders alone are those of the service: a command has them of `--library`, or the manifest.
        """
        words = environ.get(VARIABLE, "")
        return cls.of(words) if is_cluster(words) else cls()
