"""Observes functions of JavaScript and TypeScript by a test of the project's framework that records results."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.execution.suite_runs import run_suite
from testfix_pipeline.planning.generation.admission import temporary_files
from testfix_pipeline.planning.generation.javascript.suite_style import JsTestStyle

_RECORD = ".testfix-observed"
_TITLE = "observes"
_HARNESS = Path(__file__).with_name("observe.js")


@dataclass(frozen=True)
class JsExample:
    """One call of a function: the key of the function, and the source of the whole expression."""

    key: str
    call: str


@dataclass(frozen=True)
class JsObservation:
    """The result of a call: the source of its value, or name and message of the error that it threw.

    is_plain: the value has no parts. is_promised: a promise of it came.
    """

    example: JsExample
    value: str = ""
    is_plain: bool = False
    error: str = ""
    message: str = ""
    is_promised: bool = False


class NotObservedJs(Exception):
    """A module can't be observed; the text is the reason."""


def observe_examples(
    target: TargetProject,
    tree: Path,
    probe: str,
    imports: Sequence[str],
    examples: Sequence[JsExample],
    style: JsTestStyle,
    *,
    seconds: float,
) -> list[JsObservation]:
    """The results of the examples that are the same in two runs, the second in reverse order.

    probe: where the test that observes may lie, relative to the project. Raises NotObservedJs if the module can't be
    loaded, never ends, or leaves files behind.
    """
    root = target.root(tree)
    record = root / _RECORD

    def observed(order: Sequence[JsExample]) -> Mapping[JsExample, JsObservation]:
        before = _files(root)
        with temporary_files(root, {probe: _probe_text(imports, order, style, str(record))}):
            run = run_suite(target, tree, tests=[TestId(probe)], timeout=seconds)
            left = _files(root) - before - {probe, _RECORD}
        try:
            said = json.loads(record.read_text())
        except (OSError, ValueError):
            failed = (one.message for one in run.outcomes.values())
            why = (run.fault.message if run.fault else next(failed, "")) or "it says nothing"
            raise NotObservedJs(why.splitlines()[0][:200]) from None
        finally:
            record.unlink(missing_ok=True)
        if left:
            raise NotObservedJs(f"it leaves files behind, such as {min(left)}")
        return {one: JsObservation(one, **seen) for one, seen in zip(order, said, strict=True) if seen is not None}

    forth, back = observed(examples), observed(examples[::-1])
    return [found for example in examples if (found := forth.get(example)) is not None and back.get(example) == found]


def _files(root: Path) -> set[str]:
    found = set()
    for place, folders, names in os.walk(root):
        folders[:] = [name for name in folders if name not in ("node_modules", ".git", "coverage")]
        found |= {Path(place, name).relative_to(root).as_posix() for name in names}
    return found


def _probe_text(imports: Sequence[str], examples: Sequence[JsExample], style: JsTestStyle, record: str) -> str:
    """The text of the test file that observes and asserts nothing."""
    calls = ",\n".join(f"  () => ({example.call})" for example in examples)
    return "\n".join(
        [
            "// @ts-nocheck",
            *style.imports,
            style.import_names(["writeFileSync"], "node:fs"),
            *imports,
            _HARNESS.read_text(),
            f"{style.word}({json.dumps(_TITLE)}, async () => {{",
            f"  const calls = [\n{calls},\n  ];",
            f"  const found = await testfixObserve(calls, {json.dumps(style.quote)});",
            f"  writeFileSync({json.dumps(record)}, JSON.stringify(found));",
            "});",
            "",
        ]
    )
