"""`make prove-fuzz`: every file that is read back and every input, damaged; a clear error or a right result.

Wrong is: any exception that is none of ours, a file that reading changed or lost, an answer that did not come within
ten seconds. An example follows from its target and number alone, so that a wrong one can be made again. Rows are kept
under the user's cache by the state of the code; a broken-off run goes on. `--quick` takes a tenth. Exits with 1 where
an example is wrong.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import tempfile
import threading
import time
import traceback
from pathlib import Path

from benchmarks.fuzz import samples
from benchmarks.fuzz.mutations import damaged
from benchmarks.fuzz.targets import Place, Target, targets
from benchmarks.proof import Row, StoredRows, memory, parser
from testfix_pipeline.core.errors import PipelineError

SOURCES = ("testfix_pipeline", "benchmarks/fuzz")
SLOW_SECONDS = 10.0
SHARE_OF_QUICK = 10
_broken_threads: list[str] = []


def main() -> int:
    options = _options()
    threading.excepthook = lambda broken: _broken_threads.append(f"{broken.exc_type.__name__}: {broken.exc_value}")
    kept = StoredRows("fuzz", *SOURCES, fresh=options.fresh)
    known = {row["key"]: row for row in kept.rows}
    rows = []
    with tempfile.TemporaryDirectory(prefix="prove-fuzz-", dir=memory()) as top:
        place = make_place(Path(top))
        for target in targets().values():
            examples = target.examples // (SHARE_OF_QUICK if options.quick else 1)
            key = f"{target.name}/{examples}"
            row = known.get(key) or kept.add({"key": key, **tried(target, place, range(examples))})
            rows.append(row)
            for wrong in row["wrong"][:3]:
                print(f"WRONG {target.name}: {wrong}", flush=True)
    _table(rows)
    return 1 if any(row["wrong"] for row in rows) else 0


def _options() -> argparse.Namespace:
    return parser("fuzz", __doc__, "a tenth of the examples", "try everything again").parse_args()


def make_place(top: Path) -> Place:
    """A git repository with one session in it, with nothing of the user's git configuration."""
    os.environ.update(GIT_CONFIG_GLOBAL=os.devnull, GIT_CONFIG_NOSYSTEM="1", DAGSTER_HOME=str(top / "home"))
    place = Place(top)
    author = ("-c", "user.name=Ada", "-c", "user.email=ada@example.org")
    place.project.mkdir(parents=True)
    for command in (("init", "-q"), (*author, "commit", "-q", "--allow-empty", "-m", "first")):
        subprocess.run(["git", *command], cwd=place.project, check=True)
    for name, content in samples.FILES.items():
        place.put(place.session / name, content)
    return place


def tried(target: Target, place: Place, numbers: range) -> Row:
    """The examples of these numbers of one target: how many were errors of ours, right, and wrong."""
    counts = {"name": target.name, "examples": len(numbers), "errors": 0, "right": 0}
    wrong = []
    for number in numbers:
        said = example(target, place, number)
        if said in ("errors", "right"):
            counts[said] += 1  # type: ignore[operator]
        else:
            wrong.append(f"#{number}: {said}")
    return {**counts, "wrong": wrong}


def example(target: Target, place: Place, number: int) -> str:
    """One example: "errors" for an error of ours, "right", or what is wrong. Number 0 is the sample as it is."""
    content = damaged(target.sample, random.Random(f"{target.name} {number}")) if number else target.sample
    began = time.monotonic()
    _broken_threads.clear()
    try:
        target.read(place, content)
        said = "right"
    except PipelineError as error:
        said = "errors" if error.what and error.next_step else f"an error without a next step: {error.what}"
    except Exception as error:
        last = traceback.extract_tb(error.__traceback__)[-1]
        said = f"{type(error).__name__}: {str(error)[:200]} ({Path(last.filename).name}:{last.lineno})"
    if _broken_threads:
        return f"a thread broke: {_broken_threads[0]}"
    seconds = time.monotonic() - began
    return said if seconds < SLOW_SECONDS else f"took {seconds:.0f} s"


def _table(rows: list[Row]) -> None:
    print(f"{'read back, or given':<26}{'examples':>10}{'clear error':>13}{'right':>8}{'wrong':>8}")
    for row in rows:
        wrong = len(row["wrong"])
        print(f"{row['name']:<26}{row['examples']:>10}{row['errors']:>13}{row['right']:>8}{wrong:>8}")
    total = {name: sum(row[name] for row in rows) for name in ("examples", "errors", "right")}
    wrong = sum(len(row["wrong"]) for row in rows)
    print(
        f"{total['examples']} examples of {len(rows)} kinds: {total['errors']} clear errors, {total['right']} read "
        f"right, {wrong} wrong"
    )


if __name__ == "__main__":
    sys.exit(main())
