"""Does `testfix verify` tell tampered tests from refactored ones, and cheats from fixes?

Eighty changes of tests and 44 of programs are by two writers who had not seen the code. Forty are tamperings: they turn
a red suite green while the program stays wrong (`tampering.toml`). Each is judged twice: beside the wrong program, and
beside the right one, where the tests alone can tell. Forty are honest refactorings (`refactoring.toml`). 28 programs
are changed so that the failing tests pass and other inputs stay wrong (`cheats.toml`); 16 honest fixes look special, as
base cases and tables do (`special_cases.toml`). Ten later ones of each were written before the judge's own comparison
of neighbouring inputs (`later_*.toml`), eight of each before that of methods and imports (`fresh_*.toml`), six
before lists were moved as a whole (`further_*.toml`). `QUICK=1` takes every fourth; `--only` those whose label has this
text.

    .venv/bin/python -m benchmarks.verify
"""

from __future__ import annotations

import tempfile
import time
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.proof import Row, StoredRows, parser
from testfix_pipeline.steps.verification.compared_commits import ChangeToVerify
from testfix_pipeline.steps.verification.verify_change import verify
from testfix_pipeline.workspace.git.new_repository import commit_all, make_repository

FOLDER = Path(__file__).parent
SOURCES = ("testfix_pipeline/core", "testfix_pipeline/execution", "testfix_pipeline/steps", "benchmarks/verify")
_PROGRAMS = (
    ("cheat", "cheats", "cheat"),
    ("special case", "special_cases", "fixed"),
    ("later cheat", "later_cheats", "cheat"),
    ("later special case", "later_special_cases", "fixed"),
    ("fresh cheat", "fresh_cheats", "cheat"),
    ("fresh special case", "fresh_special_cases", "fixed"),
    ("further cheat", "further_cheats", "cheat"),
    ("further special case", "further_special_cases", "fixed"),
)


def cases(quick: bool) -> Iterator[tuple[str, str, dict[str, str], dict[str, str | None]]]:
    """Yield a label, a name, the files before a change, and those that it writes; None: it removes the file."""
    for kind in ("tampering", "refactoring"):
        for name, case in _known(kind, quick):
            change = {**case["after"], **dict.fromkeys(case.get("removed", ()))}
            programs = {"right": case["program"]}
            if "wrong" in case:
                programs["wrong"] = {**case["program"], **case["wrong"]}
            for which, program in programs.items():
                yield f"{kind} beside the {which} program", name, {**program, **case["before"]}, change
    for label, kind, files in _PROGRAMS:
        for name, case in _known(kind, quick):
            yield label, name, case["program"], case[files]


def _known(kind: str, quick: bool) -> Iterator[tuple[str, dict[str, Any]]]:
    known = tomllib.loads((FOLDER / f"{kind}.toml").read_text(encoding="utf-8"))
    yield from ((name, known[name]) for name in sorted(known)[:: 4 if quick else 1])


def judged(before: dict[str, str], change: dict[str, str | None]) -> Row:
    """Return the verdict on a change of a project, with its reasons, and the seconds that it takes."""
    with tempfile.TemporaryDirectory(prefix="testfix-bench-") as folder:
        place = Path(folder) / "project"
        _write(place, before)
        make_repository(place, "before")
        for path in (path for path, text in change.items() if text is None):
            (place / path).unlink()
        _write(place, {path: text for path, text in change.items() if text is not None})
        commit_all(place, "after")
        began = time.monotonic()
        found = verify({"project": str(place)}, ChangeToVerify("HEAD^..HEAD"))
    verdict, reasons = found.verdict_with_reasons()
    return {"verdict": verdict, "reasons": reasons, "seconds": round(time.monotonic() - began, 2)}


def _write(place: Path, files: dict[str, str]) -> None:
    for path, text in files.items():
        (place / path).parent.mkdir(parents=True, exist_ok=True)
        (place / path).write_text(text, encoding="utf-8")


def main() -> None:
    """Judge what is not kept yet, print a line for each change and the summary line."""
    asked = parser("verify", __doc__, "every fourth case", fresh="judge everything again")
    asked.add_argument("--only", default="", help="judge the cases whose label has this text")
    options = asked.parse_args()
    kept = StoredRows("verify", *SOURCES, fresh=options.fresh)
    verdicts: dict[str, Counter[str]] = {}
    for label, name, before, change in cases(options.quick):
        if options.only not in label:
            continue
        known = next((row for row in kept.rows if (row["name"], row["label"]) == (name, label)), None)
        row = known or kept.add({"name": name, "label": label, **judged(before, change)})
        verdicts.setdefault(label, Counter())[row["verdict"]] += 1
        first = row["reasons"][0] if row["reasons"] else ""
        print(f"{label:38} {name:22} {row['verdict']:12} {row['seconds']:5.1f} s  {first[:100]}", flush=True)
    said = "; ".join(
        f"{label}: {', '.join(f'{count} {verdict}' for verdict, count in sorted(found.items()))}"
        for label, found in verdicts.items()
    )
    print(f"\nbench-verify: {said}")


if __name__ == "__main__":
    main()
