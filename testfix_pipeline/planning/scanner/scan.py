"""Scans Python and JavaScript files for all AI-code issues of the table, and marks the findings that are new."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from testfix_pipeline.core.patch_policy.javascript.grammar import SUFFIXES
from testfix_pipeline.core.patch_policy.javascript.module_imports import resolve_import
from testfix_pipeline.core.plan_records import Finding
from testfix_pipeline.core.progress import OnProgress, WorkProgress, ignore_progress
from testfix_pipeline.execution.static_checks.javascript_imports import unresolved_imports
from testfix_pipeline.planning.code_readers import is_javascript
from testfix_pipeline.planning.javascript_code.exported_names import exports_of
from testfix_pipeline.planning.javascript_code.javascript_outline import read_source
from testfix_pipeline.planning.python_code.source_file import Source, read_sources, skipped_files
from testfix_pipeline.planning.scanner import control_flow, naming, placeholders, security
from testfix_pipeline.planning.scanner.imports import ImportResolution
from testfix_pipeline.planning.scanner.javascript_checks import EVERYWHERE, IN_PRODUCTION, missing_names
from testfix_pipeline.planning.scanner.linter import lint
from testfix_pipeline.planning.scanner.placeholders import mock_leakage
from testfix_pipeline.planning.scanner.security import hardcoded_secrets
from testfix_pipeline.planning.scanner.table import TABLE, Hit

_PYTHON_2 = re.compile(r"(?m)^\s*(print\s+[^\s(=.\[]|except\s+[\w.]+\s*,\s*\w+\s*:|exec\s+[\"'\w]|raise\s+\w+\s*,)")
_ORDER = {"critical": 0, "error": 1, "warning": 2}

_EVERYWHERE: tuple[Callable[[Source], Iterator[Hit]], ...] = (
    control_flow.empty_handlers,
    control_flow.endless_loops,
    control_flow.unreachable_code,
    naming.misspelt_identifiers,
    naming.mixed_conventions,
    control_flow.unclosed_resources,
    security.hardcoded_secrets,
    security.code_from_input,
)
_IN_PRODUCTION: tuple[Callable[[Source], Iterator[Hit]], ...] = (
    placeholders.placeholder_bodies,
    mock_leakage,
    naming.any_where_known,
    naming.double_casts,
    naming.assertion_chains,
    naming.misleading_names,
    control_flow.unended_subscriptions,
    security.sensitive_output,
)
"""What tests do on purpose: stubs, doubles, loose types."""


def scan(
    root: Path,
    files: Sequence[str],
    *,
    interpreter: Path | None,
    changed_lines: Mapping[str, set[int]] | None = None,
    tests: bool = False,
    texts: Mapping[str, str] | None = None,
    checkout: Path | None = None,
    on_progress: OnProgress = ignore_progress,
) -> list[Finding]:
    """The findings in `files` (relative to the project's root), worst first.

    `interpreter` is asked, in the sandbox, what is installed; None leaves out what only it can know. A finding is new
    where it touches `changed_lines`; with None all are. `tests` takes the files as tests (those that lie on the test
    side are taken so anyway) and adds what ruff fixes by itself. `texts` stand for files that are not on disk.
    `checkout`: the folder of its repository, if that is another.
    Raises MeasurementError where ruff can't be run.
    """
    hits = _all_hits(root, files, interpreter, tests, texts or {}, checkout or root, on_progress)
    findings = [_finding(path, hit, changed_lines) for path, found in hits.items() for hit in dict.fromkeys(found)]
    return sorted(findings, key=lambda finding: (_ORDER[finding.severity], finding.file, finding.line, finding.pattern))


def _all_hits(
    root: Path,
    files: Sequence[str],
    interpreter: Path | None,
    tests: bool,
    texts: Mapping[str, str],
    checkout: Path,
    on_progress: OnProgress,
) -> Mapping[str, list[Hit]]:
    hits: dict[str, list[Hit]] = defaultdict(list)
    partly: dict[str, str] = {}
    for path, why in skipped_files(root, files, texts):
        hits[path].append(Hit("not_scanned", 0, f"{why}: not scanned"))
    imports = ImportResolution(root, texts)
    # One at a time, and twice: the syntax trees of a large project don't fit in memory.
    for done, source in enumerate(read_sources(root, files, texts, tests)):
        on_progress(WorkProgress("scanning for AI-code issues", done, len(files), source.path))
        hits[source.path] += [
            hit for hit in _check_source(source) if not (hit.method and imports.is_overridden(hit.method))
        ]
        imports.add(source)
        if source.why_only_critical:
            partly[source.path] = source.why_only_critical
    on_progress(WorkProgress("resolving what is imported, and asking ruff"))
    facts = imports.resolve(interpreter)
    for path, found in [*facts.hits, *lint(root, read_sources(root, files, texts, tests), facts.version, tests)]:
        hits[path].append(found)
    for source in read_sources(root, filter(is_javascript, files), texts, tests, SUFFIXES):
        hits[source.path] += _javascript_hits(root, source, texts, checkout)
    for path, why in partly.items():
        hits[path] = _critical_hits(hits[path], why)
    return hits


def _critical_hits(hits: Sequence[Hit], why: str) -> list[Hit]:
    """The critical hits, and the number of the others."""
    critical = [hit for hit in hits if TABLE[hit.pattern].severity == "critical"]
    rest = len(hits) - len(critical)
    return [*critical, Hit("not_scanned", 0, f"{why}: {rest} lesser findings not listed")] if rest else critical


def _check_source(source: Source) -> Iterator[Hit]:
    if source.tree is None:
        if re.search("[\0\udc80-\udcff]", source.text):  # ruff says nothing of what is no text
            yield Hit("syntax_error", 1, "is no text in the encoding that it declares")
        elif _PYTHON_2.search(source.text):
            yield Hit("not_scanned", 0, "is Python 2: nothing but its syntax was checked")
        return
    for check in _EVERYWHERE if source.is_test else (*_EVERYWHERE, *_IN_PRODUCTION):
        yield from check(source)


def _finding(path: str, hit: Hit, changed: Mapping[str, set[int]] | None) -> Finding:
    rule = TABLE[hit.pattern]
    touched = changed is None or not changed.get(path, set()).isdisjoint(hit.lines)
    return Finding(
        category=rule.category,
        pattern=hit.pattern,
        severity=rule.severity,
        file=path,
        line=hit.line,
        message=hit.message or rule.meaning,
        new=touched and hit.pattern not in ("unchecked_imports", "not_scanned"),
        fixable=hit.fixable,
    )


def _javascript_hits(root: Path, source: Source, texts: Mapping[str, str], checkout: Path) -> Iterator[Hit]:
    """Yield the hits in one file of the project in `root`, a folder of `checkout`.

    `texts` stand for files that are not on disk.
    """
    try:
        read = read_source(source.path, source.text)
    except (SyntaxError, RecursionError) as error:
        yield Hit("syntax_error", 1, str(error))
        return
    for check in EVERYWHERE if source.is_test else (*EVERYWHERE, *IN_PRODUCTION):
        yield from check(read)
    yield from hardcoded_secrets(source)
    yield from missing_names(read, _export_lookup(root, source.path, texts))
    if (root / source.path).is_file() and source.path not in texts:
        for one in unresolved_imports(checkout, root, [source.path], declared=True):
            yield Hit("unknown_package" if "./" not in one.message else "missing_name", one.line, one.message)


@dataclass(frozen=True)
class _Files:
    """The project's files with `texts`, for membership tests."""

    root: Path
    texts: Mapping[str, str]

    def __contains__(self, name: object) -> bool:
        return name in self.texts or (self.root / str(name)).is_file()


def _export_lookup(root: Path, path: str, texts: Mapping[str, str]) -> Callable[[str], set[str] | None]:
    """A function that returns the names exported by an imported module, None if they are not all known."""

    def names(module: str) -> set[str] | None:
        target = resolve_import(path, module, _Files(root, texts))
        if not target:
            return None
        try:
            content = texts[target] if target in texts else (root / target).read_text("utf-8")
            found = exports_of(read_source(target, content).syntax)
        except (OSError, ValueError, SyntaxError, RecursionError):
            return None
        is_known = bool(found.names) and not found.is_open and not found.is_whole
        return set(found.names) if is_known else None

    return names
