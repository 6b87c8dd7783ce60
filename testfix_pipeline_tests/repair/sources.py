"""Pieces of code as the edits see them."""

from textwrap import dedent

from testfix_pipeline.repair.edits.edit import Clues, Target
from testfix_pipeline.repair.source import SourceFile


def parsed(*codes: str) -> tuple[SourceFile, ...]:
    return tuple(SourceFile(f"file{n}.py", dedent(code).lstrip("\n").encode()) for n, code in enumerate(codes))


def targets(sources: tuple[SourceFile, ...], clues: Clues = Clues()) -> list[Target]:  # noqa: B008
    first = sources[0]
    every = dict.fromkeys(first.statements.values())
    return [Target(first, stmt, first.function_of(stmt), clues, (), sources) for stmt in every]
