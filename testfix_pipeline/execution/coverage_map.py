"""Records which lines each test executes, for test selection and fault localisation."""

from __future__ import annotations

import json
import secrets
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from testfix_pipeline.core.last_read import LastRead
from testfix_pipeline.core.test_ids import TestId

Lines = Mapping[str, frozenset[int]]
WHOLE_SUITE = TestId("the whole suite")
"""Stands for all tests in a record that does not tell them apart."""
_FORM = 1
_IMPORT = TestId("")  # the tracer's word for what ran outside of tests


@dataclass(frozen=True)
class CoverageMap:
    """The executed lines of project files (relative to the project's root), test files included.

    tests: test id -> file -> lines run in its setup, call or teardown.
    import_lines: file -> lines run while importing and collecting.
    fixtures: test id -> the fixtures it uses that live longer than one test (their lines are the first user's alone).
    unsure: tests whose lines are not all known: they started processes or took the trace function away.
    whole: whether the tracing went on to the end of the run; tests that are missing have lines that nobody knows.
    """

    tests: dict[TestId, dict[str, frozenset[int]]]
    import_lines: dict[str, frozenset[int]]
    fixtures: dict[TestId, frozenset[str]] = field(default_factory=dict)
    unsure: frozenset[TestId] = frozenset()
    whole: bool = True

    def tests_on(self, file: str, lines: Iterable[int]) -> set[TestId]:
        """The tests that executed at least one of `lines` of `file`."""
        wanted = frozenset(lines)
        return {test for test, files in self.tests.items() if not wanted.isdisjoint(files.get(file, ()))}

    @classmethod
    def from_events(cls, events: Iterable[Mapping[str, Any]]) -> CoverageMap:
        """Build the map from the tracer's events: `file` numbers a path, `lines` holds the lines of one test."""
        names: dict[int, str] = {}
        tests: dict[TestId, dict[str, set[int]]] = defaultdict(lambda: defaultdict(set))
        fixtures: dict[TestId, frozenset[str]] = {}
        unsure: set[TestId] = set()
        whole = True
        for event in events:
            if event["e"] == "untraced":
                whole = False
                continue
            if event["e"] == "file":
                names[event["i"]] = event["path"]
                continue
            test = TestId(event["id"])
            for number, lines in event["files"].items():
                tests[test][names[int(number)]].update(lines)
            tests[test].update({})
            fixtures[test] = frozenset(event.get("fixtures", ()))
            if event.get("unsure"):
                unsure.add(test)
        frozen = {test: {file: frozenset(lines) for file, lines in files.items()} for test, files in tests.items()}
        imported = frozen.pop(_IMPORT, {})
        fixtures.pop(_IMPORT, None)
        named = {test: names for test, names in fixtures.items() if names}
        return cls(frozen, imported, named, frozenset(unsure - {_IMPORT}), whole)

    def save(self, path: Path) -> None:
        """Write the map as compact JSON, atomically."""
        files = sorted({file for lines in [*self.tests.values(), self.import_lines] for file in lines})
        number = {file: position for position, file in enumerate(files)}
        record = {
            "form": _FORM,
            "files": files,
            "imported": _pack(self.import_lines, number),
            "tests": {test: _pack(lines, number) for test, lines in self.tests.items()},
            "fixtures": {test: sorted(used) for test, used in self.fixtures.items()},
            "unsure": sorted(self.unsure),
            "whole": self.whole,
        }
        path.parent.mkdir(parents=True, exist_ok=True)
        unfinished = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
        unfinished.write_text(json.dumps(record, separators=(",", ":")))
        unfinished.replace(path)

    @classmethod
    def load(cls, path: Path) -> CoverageMap:
        """Read a saved map. Raises OSError or ValueError if it is missing or damaged."""
        record = json.loads(path.read_text())
        if record.get("form") != _FORM:
            raise ValueError(f"{path} is not a coverage map of form {_FORM}")
        files = record["files"]
        return cls(
            {TestId(test): _unpack(packed, files) for test, packed in record["tests"].items()},
            _unpack(record["imported"], files),
            {TestId(test): frozenset(used) for test, used in record["fixtures"].items()},
            frozenset(map(TestId, record["unsure"])),
            record.get("whole", True),
        )


_LAST = LastRead[CoverageMap]()


def load_or_none(path: Path) -> CoverageMap | None:
    """Read a saved map; None if there is none. A damaged one is removed, as it can be recorded again."""
    try:
        return _LAST.of(path, lambda: CoverageMap.load(path))
    except FileNotFoundError:
        return None
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError, MemoryError):
        path.unlink(missing_ok=True)
        return None


def _pack(lines: Lines, number: Mapping[str, int]) -> dict[str, list[int]]:
    """File number -> alternating first line and length of each run of lines."""
    return {str(number[file]): _runs(sorted(covered)) for file, covered in lines.items() if covered}


def _runs(lines: Sequence[int]) -> list[int]:
    runs: list[int] = []
    for line in lines:
        if runs and line == runs[-2] + runs[-1]:
            runs[-1] += 1
        else:
            runs += [line, 1]
    return runs


def _unpack(packed: Mapping[str, Sequence[int]], files: Sequence[str]) -> dict[str, frozenset[int]]:
    return {files[int(number)]: _expand(runs) for number, runs in packed.items()}


def _expand(runs: Sequence[int]) -> frozenset[int]:
    pairs = zip(runs[::2], runs[1::2], strict=True)
    return frozenset(line for first, length in pairs for line in range(first, first + length))
