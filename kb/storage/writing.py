"""A new build on disk: written beside the one in use, and swapped in when it is whole."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from kb.core.concepts import Concept, LexiconHeader
from kb.core.errors import BuildError
from kb.core.read_records import Reading
from kb.core.references import REFERENCES_SCHEMA, Reference
from kb.core.stored import Stored, to_json
from kb.core.stored_records import RECORDS_SCHEMA
from kb.corpus.corpus import hash_file
from kb.files.atomic import write_whole
from kb.storage.store import CURRENT, Lines, Store, file_name

#: The permissions of a build: others may read it, unlike the temporary directory it starts as.
_READABLE = 0o755


@contextmanager
def new_build(root: Path, mark: str, keep: str) -> Iterator[Path]:
    """A directory to write a build into; it becomes the current one when the block ends well.

    Whatever fails in the block leaves the build in use as it was. Of older builds only the one
    named `keep` stays, because somebody may still be reading it. Raises `BuildError` when the
    directory below `root` cannot be written.
    """
    try:
        directory = Path(tempfile.mkdtemp(prefix=f"{mark[:12]}-", dir=root))
        directory.chmod(_READABLE)
        try:
            yield directory
            _swap(root, directory)
        except BaseException:
            shutil.rmtree(directory, ignore_errors=True)
            raise
    except OSError as error:
        raise unwritable(root, error) from None
    _tidy(root, keep={directory.name, keep})


def write_lines(
    directory: Path,
    kind: Lines,
    name: str,
    header: Mapping[str, object] | Stored,
    rows: Iterable[Stored],
) -> None:
    """Write the rows of one kind for a text (or an edition) as JSON Lines, the header first."""
    _write(directory / kind / f"{file_name(name)}.jsonl", [header, *rows])


def write_concepts(directory: Path, header: LexiconHeader, concepts: Iterable[Concept]) -> None:
    """Write the concepts as JSON Lines; the header has languages and areas."""
    _write(directory / "concepts.jsonl", [header, *concepts])


def write_reading(directory: Path, reading: Reading) -> None:
    """Write the records and layout claims of one text as JSON Lines below a directory."""
    header = {"schema": RECORDS_SCHEMA, "text": reading.text, "records": len(reading.records)}
    rows = (record.stored() for record in reading.records)
    write_lines(directory, "records", reading.text, header, rows)
    claims = [(claim.rule, claim.span) for claim in reading.layout]
    left = [(None, span) for span in reading.unclaimed]
    _write(
        directory / "layout" / f"{file_name(reading.text)}.jsonl",
        [{"rule": rule, "span": list(span)} for rule, span in (*claims, *left)],
    )


def write_references(directory: Path, text: str, references: Sequence[Reference]) -> None:
    """Write the references of one text as JSON Lines below a directory."""
    header = {"schema": REFERENCES_SCHEMA, "text": text, "references": len(references)}
    write_lines(directory, "references", text, header, references)


def write_manifest(directory: Path, mark: str) -> None:
    """Write the manifest with the hashes of all files. It must come last: it makes a build."""
    files = sorted(path for path in directory.rglob("*") if path.is_file())
    hashes = {path.relative_to(directory).as_posix(): hash_file(path) for path in files}
    Store(directory, mark, hashes).write_manifest()


def unwritable(root: Path, error: OSError) -> BuildError:
    """The error to raise when the build directory cannot be written."""
    return BuildError(
        f"cannot write {root}: {error.strerror or error}",
        "Make build/ writable (or free some space); what was built before is untouched.",
    )


def _write(path: Path, rows: Iterable[object]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = (to_json(row) + "\n" for row in rows)
    write_whole(path, "".join(lines).encode())


def _swap(root: Path, directory: Path) -> None:
    """Point `current` at a new build in one step."""
    link = root / f".{CURRENT}-{directory.name}"
    try:
        link.symlink_to(directory.name)
        link.replace(root / CURRENT)
    finally:
        link.unlink(missing_ok=True)


def _tidy(root: Path, keep: set[str]) -> None:
    """Remove what broken-off builds have left, and every build but those to keep."""
    for path in root.iterdir():
        if path.is_symlink():
            if path.name != CURRENT:
                path.unlink(missing_ok=True)
        elif path.is_dir() and path.name not in keep:
            shutil.rmtree(path, ignore_errors=True)
