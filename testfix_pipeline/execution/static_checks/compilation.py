"""Compiles a project's files before its tests run, to find files that do not parse."""

from __future__ import annotations

import hashlib
import json
import os
import sys
import warnings
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from testfix_pipeline.core.errors import MeasurementError
from testfix_pipeline.core.session_parts import UnparsedFile
from testfix_pipeline.execution.processes.environment import clean_environment
from testfix_pipeline.execution.processes.supervisor import ProcessLimits, run
from testfix_pipeline.execution.project import SandboxPolicy, TargetProject

_LARGEST = 1 << 20
"""Bytes: a larger file holds data, and compiling it would take longer than most suites."""
_SECONDS = 30.0
_IN_TARGET = r"""
import json, sys
rejected = {}
for path in json.load(sys.stdin):
    try:
        with open(path, "rb") as file:
            compile(file.read(), path, "exec", dont_inherit=True)
    except SyntaxError as error:
        rejected[path] = [error.lineno or 0, error.msg or "invalid syntax"]
    except (ValueError, RecursionError, MemoryError) as error:
        rejected[path] = [0, str(error) or type(error).__name__]
    except OSError:
        pass
print(json.dumps(rejected))
"""
_known: dict[bytes, tuple[int, str] | None] = {}  # by the digest of a file's content


def unparsed_files(project: TargetProject, tree: Path) -> list[UnparsedFile]:
    """The Python files of the project in `tree` that its interpreter can't compile, sorted.

    Links, hidden folders and shared dependency folders are left out. Each content is compiled once a process. Only what
    our own interpreter rejects is put to the project's, in its sandbox: syntax of a newer Python is no error there.
    """
    root = project.root(tree)
    paths = sorted(_python_files(root, {tree / name for name in project.shared}))
    found = [one for path in paths if (one := _compile_file(root, path)) is not None]
    if not found or project.interpreter.absolute() == Path(sys.executable).absolute():
        return found
    return _confirm(project, root, found)


def _python_files(root: Path, left_out: set[Path]) -> Iterator[str]:
    for place, folders, files in os.walk(root):
        here = Path(place)
        folders[:] = [name for name in folders if not name.startswith(".") and here / name not in left_out]
        yield from (
            (here / name).relative_to(root).as_posix()
            for name in files
            if name.endswith(".py") and not (here / name).is_symlink()
        )


def _compile_file(root: Path, path: str) -> UnparsedFile | None:
    file = root / path
    try:
        content = file.read_bytes() if file.stat().st_size <= _LARGEST else b""
    except OSError:
        return None
    digest = hashlib.sha256(content).digest()
    if digest not in _known:
        _known[digest] = _compile_error(content)
    said = _known[digest]
    return UnparsedFile(file=path, line=said[0], message=said[1]) if said else None


def _compile_error(content: bytes) -> tuple[int, str] | None:
    """The line and the message of the compiler's error, None if there is none."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            compile(content, "<file>", "exec", dont_inherit=True)
        except SyntaxError as error:
            return error.lineno or 0, error.msg or "invalid syntax"
        except (ValueError, RecursionError, MemoryError) as error:
            return 0, str(error) or type(error).__name__
    return None


def _confirm(project: TargetProject, root: Path, found: Sequence[UnparsedFile]) -> list[UnparsedFile]:
    """The files that the project's own interpreter rejects too; all of `found` if it gives no answer."""
    answer = _errors_by_interpreter(project.interpreter, root, (one.file for one in found))
    if answer is None:
        return list(found)
    own = {path: (int(line), str(message)) for path, (line, message) in answer.items()}
    return [UnparsedFile(file=path, line=own[path][0], message=own[path][1]) for path in sorted(own)]


def _errors_by_interpreter(interpreter: Path, root: Path, paths: Iterable[str]) -> dict[str, tuple[int, str]] | None:
    try:
        done = run(
            [str(interpreter), "-I", "-B", "-W", "ignore", "-c", _IN_TARGET],
            cwd=root,
            env=clean_environment(),
            limits=ProcessLimits(_SECONDS),
            policy=SandboxPolicy(),
            writable=[],
            stdin=json.dumps(sorted(paths)).encode(),
        )
        answer = json.loads(done.stdout) if done.returncode == 0 else None
    except (MeasurementError, ValueError):
        return None
    return answer if isinstance(answer, dict) else None
