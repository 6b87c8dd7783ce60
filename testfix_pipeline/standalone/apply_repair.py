"""Combines the patches of a repair file by file, and applies them to the project's files or reverts them."""

from __future__ import annotations

import contextlib
import shlex
import stat
import time
from collections.abc import Mapping
from pathlib import Path

from testfix_pipeline.core.errors import ProjectError, UsageError
from testfix_pipeline.repair.language.registry import language_of
from testfix_pipeline.repair.model.unified_diff import unified_diff
from testfix_pipeline.standalone.report import ChangedText, ProjectRepair
from testfix_pipeline.workspace.files.atomic import write_atomic
from testfix_pipeline.workspace.git.repository import project_key
from testfix_pipeline.workspace.home import home


def changed_texts(prefix: str, root: Path, before: Mapping[str, bytes | None]) -> list[ChangedText]:
    """Return the files below `root` that differ from `before`. Diffs name them with `prefix`, the path to `root`."""
    found = []
    for path, old in sorted(before.items()):
        new = (root / path).read_bytes()
        # A diff needs only the text, which may not have parsed before the repair.
        name = f"{prefix}/{path}" if prefix else path
        source = language_of(path).read_unparsed(name, old or b"", absent=old is None)
        diff = unified_diff(source, source.decoded(new)[0])
        found.append(ChangedText(path=path, before=old, after=new, diff=diff, encoding=source.encoding))
    return found


def apply_repair(report: ProjectRepair) -> ProjectRepair:
    """Write the confirmed patches of a repair from this process into the project; return the updated report.

    Writes all files or none: raises ProjectError if one has changed since it was measured. The patch is stored in the
    home for `report.undo`. A repair without a confirmed patch is returned unchanged.
    """
    if report.diff and not report._files:
        raise UsageError("This report was read from elsewhere.", "Use `git apply` on its `diff`.")
    if not report._files:
        return report
    root = Path(report.project)
    changed = [file.path for file in report._files if _now(root / file.path) != file.before]
    if changed:
        raise ProjectError(
            f"{', '.join(changed)} changed while the repair was looked for, so nothing was written.",
            "Run the repair again, or apply the diff yourself with `git apply --3way`.",
        )
    kept = _keep_patch(report)
    for file in report._files:
        _write(root / file.path, file.after)
    undo = f"git -C {shlex.quote(report.repository)} apply -R {shlex.quote(str(kept))}"
    applied = report.model_copy(update={"applied": [file.path for file in report._files], "undo": undo})
    applied._files = report._files
    return applied


def _now(path: Path) -> bytes | None:
    with contextlib.suppress(FileNotFoundError):
        return path.read_bytes()
    return None


def _write(path: Path, content: bytes) -> None:
    mode = stat.S_IMODE(path.stat().st_mode) if path.exists() else None
    write_atomic(path.resolve(), content)
    if mode is not None:
        path.chmod(mode)


def _keep_patch(report: ProjectRepair) -> Path:
    """Write the patch to a file, each part in the encoding of the changed file."""
    folder = home() / "repairs" / project_key(Path(report.project))
    stamp, number = time.strftime("%Y%m%d-%H%M%S"), 1
    while (file := folder / f"{stamp}-{number}.patch").exists():
        number += 1
    write_atomic(file, report.patch)
    return file
