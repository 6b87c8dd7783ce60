"""`testfix report-defect`: what an agent says of tests that no program can satisfy."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from testfix_pipeline.cli.options import JsonOption, ProjectOption, SessionOption


class Kind(StrEnum):
    """What is wrong with the tests."""

    CONTRADICT = "tests_contradict"
    DOCUMENTATION = "test_against_documentation"
    OTHER = "other"


def report_defect(
    why: Annotated[str, typer.Argument(metavar="REASON", help="Why no program can satisfy the tests.")],
    project: ProjectOption = Path(),
    test: Annotated[list[str] | None, typer.Option("--test", help="Id of a test that it is about; repeatable.")] = None,
    kind: Annotated[Kind, typer.Option(help="What is wrong with the tests.")] = Kind.OTHER,
    by: Annotated[str, typer.Option(help="Who says so.")] = "",
    session: SessionOption = "",
    as_json: JsonOption = False,
) -> None:
    """Keep a report with a session: a task that is impossible, as its tests contradict each other or their docs.

    It decides nothing: no test is left out. The session's summary and report show it, with what our own
    analysis says of these tests. Without --session: the newest session.

    Example:

    $ testfix report-defect "f(2) can't be 3 and 4" --test t.py::test_a --kind tests_contradict
    """
    from testfix_pipeline.cli.use_cases import defect_use_case

    defect_use_case.report(project, session, why, test or [], kind.value, by, as_json=as_json)
