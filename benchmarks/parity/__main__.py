"""Measures public repositories by their own command and by `testfix measure`, and repairs a planted fault in each.

    .venv/bin/python -m benchmarks.parity --no-fix --language python

A table, what is not equal, and one summary line last. Each step's result is kept, so that a broken-off run goes on;
results of another state of the code are measured again, unless `--keep` is given. QUICK=1 takes twelve repositories.
"""

from __future__ import annotations

import sys
from pathlib import Path

from benchmarks.parity.comparing import refusal_verdict
from benchmarks.parity.repositories import LIST, NotReady, Repository, checkout, confirmed, environments, listed
from benchmarks.parity.table import summary, table, verdict
from benchmarks.parity.trial import Limits, Row, Trial
from benchmarks.parity.usual_environment import usual_environment
from benchmarks.proof import parser
from benchmarks.repair import cache

VERSIONED = ("testfix_pipeline", "benchmarks/parity")


def main() -> None:
    """Measure what is not kept yet; print the table and the summary line."""
    made = parser("parity", __doc__, "twelve repositories")
    made.add_argument("--only", action="append", default=[], metavar="OWNER/NAME", help="this repository; repeatable")
    made.add_argument("--language", choices=("python", "javascript", "go", "rust"))
    made.add_argument("--no-fix", action="store_true", help="measure only")
    made.add_argument("--keep", action="store_true", help="use results of other states of the code too")
    made.add_argument("--report", action="store_true", help="measure nothing: the table of what is there")
    made.add_argument("--list", type=Path, help="another list of repositories")
    made.add_argument("--environments", type=Path, help="how their environments are made")
    made.add_argument("--suite-seconds", type=float, default=Limits.suite, help="longest run of a project's command")
    made.add_argument("--fix-seconds", type=float, default=Limits.fix, help="the budget of one fix")
    options = made.parse_args()
    limits = Limits(options.suite_seconds, 2 * options.suite_seconds, options.fix_seconds)
    repositories = listed(options.list or LIST)
    wanted = [one for one in repositories if _is_wanted(one, options.only, options.language, options.quick)]
    if not wanted:
        sys.exit("bench-parity: no repository of the list is asked for")
    bench = Bench(options.environments, limits, keep=options.keep, fix=not options.no_fix, report=options.report)
    rows = [(one, bench.row(one)) for one in wanted]
    print("\n".join(["", *table(rows), "", summary(row for _, row in rows)]))


def _is_wanted(one: Repository, names: list[str], language: str | None, quick: bool) -> bool:
    if names:
        return one.name in names
    return (language is None or one.language == language) and (one.quick or not quick)


class Bench:
    """One run of the benchmark."""

    def __init__(self, made_by: Path | None, limits: Limits, *, keep: bool, fix: bool, report: bool) -> None:
        self._made_by = environments(made_by)
        self._version = None if keep or report else cache.code_version(*VERSIONED)
        self._limits, self._fix, self._report = limits, fix, report
        self._confirmed = confirmed()

    def row(self, repository: Repository) -> Row:
        """The row of one repository, each missing step made."""
        place = cache.folder("parity", repository.key)
        if self._report and not (place / "checkout").is_dir():
            return {}
        try:
            made_by = self._made_by.get(repository.name) or usual_environment(repository, checkout(repository, place))
        except (NotReady, ValueError) as error:
            return {"left_out": str(error)}
        trial = Trial(repository, made_by, place, self._version, self._limits)
        try:
            if not self._report:
                self._steps(trial)
        except NotReady as error:
            return {"left_out": str(error)}
        measured = trial.row.get("measure", {})
        if measured.get("verdict") in ("unconfirmed", "refused"):
            measured["verdict"] = refusal_verdict(repository.name, measured["detail"], self._confirmed)
        if self._report:
            return trial.row
        fixed = trial.row.get("fix", {}).get("outcome", "")
        print(f"  {repository.name:36} {verdict(trial.row):14} {fixed}", flush=True)
        return trial.row

    def _steps(self, trial: Trial) -> None:
        trial.prepare()
        native = trial.step("native", trial.native_row)
        if "error" in native:
            return
        measured = trial.step("measure", trial.measure_row)
        if self._fix and measured["verdict"] == "equal" and trial.repository.language != "rust":
            trial.step("fix", trial.fix_row)


if __name__ == "__main__":
    main()
