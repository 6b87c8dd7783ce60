"""Runs ruff for the patterns that it has rules for, with our settings and never the project's."""

from __future__ import annotations

import ast
import itertools
import json
import re
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from ruff import find_ruff_bin  # type: ignore[import-untyped]

from testfix_pipeline.core.errors import MeasurementError
from testfix_pipeline.execution.processes.environment import clean_environment
from testfix_pipeline.execution.processes.supervisor import ProcessLimits, run
from testfix_pipeline.execution.project import SandboxPolicy
from testfix_pipeline.planning.python_code.source_file import Source
from testfix_pipeline.planning.scanner.table import Hit

_SECONDS = 120.0
_AT_ONCE = 400
"""Files in one call: command lines are bounded."""

_PATTERNS = {
    **dict.fromkeys(("F701", "F702", "F704", "F706", "F707"), "syntax_error"),
    **dict.fromkeys(("F821", "F822", "F823"), "undefined_name"),
}
_FIXABLE = {"F401": "unused_name", "F841": "unused_name", "I001": "unsorted_imports"}
"""What `apply_fixes` changes without changing what a test does. F841 keeps the call whose result nobody used."""

_ANNOTATE = ("check", "--fix", "--unsafe-fixes", "--exit-zero", "--quiet", "--select=ANN201,ANN202")

_OLDEST, _NEWEST = (3, 7), (3, 15)


def lint(
    root: Path, sources: Iterable[Source], version: tuple[int, int] | None, tests: bool
) -> Iterator[tuple[str, Hit]]:
    """Yield the path and hit of everything that ruff finds. `version` of Python decides what compiles."""
    patterns = {**_PATTERNS, **(_FIXABLE if tests else {})}
    arguments = ["check", "--exit-zero", "--output-format=json", f"--select={','.join(patterns)}"]
    arguments += _ruff_settings(root, version)
    remaining = iter(sources)
    while batch := {source.path: source for source in itertools.islice(remaining, _AT_ONCE)}:
        yield from _lint_batch(batch, arguments, patterns)


def _lint_batch(
    sources: Mapping[str, Source], arguments: Sequence[str], patterns: Mapping[str, str]
) -> Iterator[tuple[str, Hit]]:
    broken: set[str] = set()
    with tempfile.TemporaryDirectory(prefix="testfix-lint-") as folder:
        copies = _write_copies(Path(folder), {path: source.text for path, source in sources.items()})
        for message in _parse_messages(_run_ruff(copies, arguments, sorted(sources))):
            path = Path(message["filename"]).resolve().relative_to(copies).as_posix()
            hit = _hit(sources[path], message, patterns)
            if hit and path not in broken:
                yield path, hit
            if hit and hit.pattern == "syntax_error":
                broken.add(path)  # what ruff says after a syntax error follows from it


def apply_fixes(root: Path, texts: Mapping[str, str], annotate: bool = False) -> dict[str, str]:
    """The texts with sorted imports, without unused names, and formatted; invalid Python is unchanged.

    `annotate` also writes `-> None` to functions that return nothing.
    """
    others = {path: text for path, text in texts.items() if not path.endswith(".py")}
    if len(others) == len(texts):
        return others
    texts = {path: text for path, text in texts.items() if path not in others}
    with tempfile.TemporaryDirectory(prefix="testfix-lint-") as folder:
        copies = _write_copies(Path(folder), texts)
        settings = _ruff_settings(root, None)
        chosen = ["--select=F401,F841,I001", "--config=lint.extend-safe-fixes=['F841']"]
        _run_ruff(copies, ["check", "--fix", "--exit-zero", "--quiet", *chosen, *settings], sorted(texts))
        if annotate:
            _run_ruff(copies, [*_ANNOTATE, *settings], sorted(texts))
        _run_ruff(copies, ["format", "--quiet", *settings], sorted(texts))
        fixed = {path: (copies / path).read_text(encoding="utf-8", errors="surrogateescape") for path in texts}
        return {**fixed, **others}


def _write_copies(folder: Path, texts: Mapping[str, str]) -> Path:
    """Write the texts into a folder: ruff reads them in UTF-8 and without the settings of the project."""
    folder = folder.resolve()
    for path, text in texts.items():
        copy = folder / path
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text(text, encoding="utf-8", errors="surrogateescape", newline="")
    return folder


def _ruff_settings(root: Path, version: tuple[int, int] | None) -> list[str]:
    wanted = ["--isolated", "--no-cache", f"--config=line-length={_line_length(root)}"]
    wanted.append(f"--config=lint.isort.known-first-party={json.dumps(_first_party(root))}")
    if version is not None:
        major, minor = min(max(version, _OLDEST), _NEWEST)
        wanted.append(f"--target-version=py{major}{minor}")
    return wanted


def _line_length(root: Path) -> int:
    """The line length that the project configures, else ruff's default."""
    for name in ("pyproject.toml", "ruff.toml", "setup.cfg"):
        file = root / name
        text = file.read_text(errors="replace") if file.is_file() else ""
        named = re.search(r"^\s*(?:line[-_]length|max[-_]line[-_]length)\s*=\s*(\d{2,3})\b", text, re.M)
        if named and 60 <= int(named[1]) <= 320:
            return int(named[1])
    return 88


def _first_party(root: Path) -> list[str]:
    """The names of the project's modules and packages, which ruff can't detect from the copies."""
    entries = [entry for folder in (root, root / "src") if folder.is_dir() for entry in folder.iterdir()]
    named = {entry.stem for entry in entries if entry.suffix == ".py" or (entry / "__init__.py").is_file()}
    return sorted(name for name in named if name.isidentifier())


def _parse_messages(answer: bytes) -> list[dict[str, Any]]:
    try:
        found: list[dict[str, Any]] = json.loads(answer)
    except ValueError as error:
        raise MeasurementError("ruff gave no report.", "Run `ruff check` in the project by hand.") from error
    return found


def _run_ruff(folder: Path, arguments: Sequence[str], paths: Sequence[str]) -> bytes:
    """Run ruff on files below `folder`.

    Raises MeasurementError if it fails; a file it can't parse is not a failure.
    """
    command, *options = arguments
    completed = run(
        [find_ruff_bin(), command, *options, "--", *paths],
        cwd=folder,
        env=clean_environment(),
        limits=ProcessLimits(_SECONDS, output_bytes=64 * 1024 * 1024),
        policy=SandboxPolicy(),
        writable=[folder],
    )
    broken = completed.returncode not in (0, 2 if command == "format" else 0)
    if broken or completed.truncated:
        why = completed.stderr.decode(errors="replace").strip()[-300:] or "it was ended"
        raise MeasurementError(f"ruff could not check the code: {why}.", "Install it again with `make setup`.")
    return completed.stdout


def _hit(source: Source, message: Mapping[str, Any], patterns: Mapping[str, str]) -> Hit | None:
    code, place = message["code"], message["location"] or {"row": 1}
    pattern = patterns.get(code or "", "syntax_error")
    if pattern == "undefined_name" and (
        _expects_name_error(source, place["row"]) or _is_bound_in_function(source, message["message"], place["row"])
    ):
        return None
    fix = message.get("fix") or {}
    last = 0 if pattern == "syntax_error" else (message["end_location"] or place)["row"]
    fixable = code in _FIXABLE and (fix.get("applicability") == "safe" or code == "F841")
    return Hit(pattern, place["row"], f"{message['message']} ({code or 'syntax'})", last, fixable)


def _is_bound_in_function(source: Source, message: str, line: int) -> bool:
    """Whether the function around the line binds the name; ruff does not see that a loop comes back."""
    quoted = re.search(r"`(\w+)`", message)
    around = [node for node in source.functions if node.lineno <= line <= (node.end_lineno or 0)]
    stored = (node for function in around for node in ast.walk(function) if isinstance(node, ast.Name))
    return quoted is not None and any(node.id == quoted[1] and isinstance(node.ctx, ast.Store) for node in stored)


def _expects_name_error(source: Source, line: int) -> bool:
    """Whether a `try` around the line handles a missing name."""
    tries = [
        node for node in source.nodes if isinstance(node, ast.Try) and node.lineno <= line <= (node.end_lineno or 0)
    ]
    kinds = {ast.unparse(handler.type) if handler.type else "" for node in tries for handler in node.handlers}
    return any(not kind or "NameError" in kind or kind == "Exception" for kind in kinds)
