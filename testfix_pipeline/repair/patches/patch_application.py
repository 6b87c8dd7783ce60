"""Applies a model's patch to the files of a folder: the new content of each file, and the reasons to refuse it.

Nothing is written before the whole patch has been judged, and never outside of the folder.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from testfix_pipeline.core.patch_policy.patch_rules import FileChange, PatchRefusal, refuse_patch
from testfix_pipeline.core.patch_policy.protected_paths import leaves_worktree
from testfix_pipeline.core.patch_policy.symlinks import is_beyond_symlink
from testfix_pipeline.core.patch_policy.tampering import Literal
from testfix_pipeline.repair.patches.diff_text import FilePatch, PatchHunk, UnreadablePatch, read_diff
from testfix_pipeline.repair.patches.hunk_placement import PlacedHunk, find_places

MOST_FILE_BYTES = 4_000_000
MOST_WALKED = 20_000
_SKIPPED = frozenset({".git", "node_modules", "__pycache__", ".venv", "venv", "site-packages"})


@dataclass(frozen=True)
class FileToPatch:
    """One file of a patch in the folder: its bytes, and the possible places of each hunk.

    `raw` is None for a file that does not exist; `deleted`: the patch deletes the file.
    """

    path: str
    raw: bytes | None
    hunks: tuple[PatchHunk, ...]
    options: tuple[tuple[PlacedHunk, ...], ...]
    deleted: bool = False

    def text(self, chosen: Mapping[int, PlacedHunk]) -> bytes | None:
        """The file's content with hunks at the chosen places; None if it is deleted. Raises UnreadablePatch if two
        overlap."""
        if self.deleted:
            return None
        return _bytes_with(self.raw or b"", chosen.values())


@dataclass(frozen=True)
class PatchResult:
    """The files of a folder after a patch.

    contents: the new content by path, None for a deleted file. likelihood: the lowest of its hunks' places, 0..1.
    """

    contents: Mapping[str, bytes | None]
    likelihood: float


def targets_of(patch: str, root: Path) -> list[FileToPatch]:
    """The files of a patch with the places of its hunks. Raises UnreadablePatch if it is no patch, or must not be
    tried."""
    found = [_target(file, root) for file in read_diff(patch)]
    return [target for target in found if target.deleted or target.hunks or target.raw is None]


def apply_at_likeliest_places(targets: Sequence[FileToPatch]) -> PatchResult:
    """All hunks at their likeliest places. Raises UnreadablePatch for a hunk without a place, naming it."""
    contents: dict[str, bytes | None] = {}
    likelihood = 1.0
    for target in targets:
        lost = next((hunk for hunk, options in zip(target.hunks, target.options, strict=True) if not options), None)
        if lost is not None:
            raise UnreadablePatch(f"A hunk does not fit {target.path}: {_first_words(lost)}")
        chosen = {index: options[0] for index, options in enumerate(target.options)}
        contents[target.path] = target.text(chosen)
        likelihood = min([likelihood, *(one.likelihood for one in chosen.values())])
    return PatchResult(contents, likelihood)


def refusals_of(
    root: Path, contents: Mapping[str, bytes | None], test_literals: Collection[Literal] = ()
) -> list[PatchRefusal]:
    """The reasons why these changes of files must not be tried (SPEC 11); empty if they may be."""
    changes = [FileChange(path, _read(root, path), content) for path, content in contents.items()]
    return refuse_patch(changes, test_literals=frozenset(test_literals))


def refusal_text(found: Iterable[PatchRefusal]) -> str:
    """The refusals as sentences."""
    return "; ".join(f"{one.path}: {one.reason} ({one.rule})" for one in found)


def write_files(root: Path, contents: Mapping[str, bytes | None]) -> list[str]:
    """Writes the files into the folder and returns the changed paths. Raises UnreadablePatch, before anything is
    written, for a path that is not a plain file inside of it."""
    for path in contents:
        _check(root, path)
    for path, content in contents.items():
        file = root / path
        if content is None:
            file.unlink(missing_ok=True)
            continue
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
    return sorted(contents)


def _target(file: FilePatch, root: Path) -> FileToPatch:
    new, gone = file.before is None, file.after is None
    if file.before and file.after and file.before != file.after and not (root / file.after).is_file():
        raise UnreadablePatch(f"The patch renames {file.before}; it must give both files.")
    path = _existing_path(root, file.path) if not new else file.path
    _check(root, path)
    raw = _read(root, path)
    if raw is None and not new:
        raise UnreadablePatch(f"There is no file {file.path} to change.")
    if raw is not None and len(raw) > MOST_FILE_BYTES:
        raise UnreadablePatch(f"{path} is too big to be changed by a patch.")
    if gone:
        return FileToPatch(path, raw, (), (), deleted=True)
    hunks = tuple(hunk for hunk in file.hunks if hunk.changes)
    lines = _plain_lines(raw or b"", path)
    return FileToPatch(path, raw, hunks, tuple(tuple(find_places(hunk, lines)) for hunk in hunks))


def _check(root: Path, path: str) -> None:
    """Raises UnreadablePatch for a path that could lead anywhere but to a plain file below the folder."""
    if leaves_worktree(path):
        raise UnreadablePatch(f"The path {path!r} leaves the worktree.")
    if is_beyond_symlink(root, path) or (root / path).is_symlink():
        raise UnreadablePatch(f"{path} is reached by a symbolic link.")
    if (root / path).is_dir():
        raise UnreadablePatch(f"{path} is a folder.")


def _existing_path(root: Path, path: str) -> str:
    """The file that the path means: the path itself, else the only file with the same end (a prefix too few or too
    many)."""
    if leaves_worktree(path) or (root / path).is_file():
        return path
    parts = path.split("/")
    for shorter in ("/".join(parts[index:]) for index in range(1, len(parts))):
        if (root / shorter).is_file():
            return shorter
    longer = [known for known in _files(root) if known.endswith(f"/{path}")]
    return longer[0] if len(longer) == 1 else path


def _files(root: Path) -> Iterator[str]:
    count = 0
    for folder, folders, names in os.walk(root):
        folders[:] = sorted(name for name in folders if name not in _SKIPPED)
        for name in names:
            count += 1
            if count > MOST_WALKED:
                return
            yield (Path(folder) / name).relative_to(root).as_posix()


def _read(root: Path, path: str) -> bytes | None:
    """The bytes of a plain file below the folder; None for anything else."""
    if leaves_worktree(path) or is_beyond_symlink(root, path):
        return None
    try:
        file = root / path
        return file.read_bytes() if stat.S_ISREG(file.lstat().st_mode) else None
    except OSError:
        return None


def _plain_lines(raw: bytes, path: str) -> list[str]:
    try:
        return [line.removesuffix("\r") for line in raw.decode().split("\n")]
    except UnicodeDecodeError as error:
        raise UnreadablePatch(f"{path} is no UTF-8 text.") from error


def _bytes_with(raw: bytes, chosen: Iterable[PlacedHunk]) -> bytes:
    """A file's bytes with hunks applied; unchanged lines keep their line ends, new ones get the usual one."""
    lines = raw.decode().split("\n")
    end = "\r" if sum(line.endswith("\r") for line in lines) * 2 > len(lines) else ""
    result: list[str] = []
    taken = 0
    for one in sorted(chosen, key=lambda place: (place.start, place.end)):
        if one.start < taken:
            raise UnreadablePatch("Two hunks of the patch lie over each other.")
        result += lines[taken : one.start]
        result += _with_line_ends(one.lines, lines[one.start : one.end], end, last=one.end >= len(lines))
        taken = one.end
    return "\n".join([*result, *lines[taken:]]).encode()


def _with_line_ends(new: Sequence[str], old: Sequence[str], end: str, *, last: bool) -> list[str]:
    """New lines with line ends; a line that is unchanged keeps its own."""
    old_ends = {line.removesuffix("\r"): line for line in old}
    ended = [old_ends.get(line, line + end) for line in new]
    if last and ended:
        ended[-1] = ended[-1].removesuffix("\r")
    return ended


def _first_words(hunk: PatchHunk) -> str:
    line = next((text for mark, text in hunk.lines if mark != " " and text.strip()), "")
    return repr(line.strip()[:80])
