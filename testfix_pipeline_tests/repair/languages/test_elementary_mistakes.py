"""What people get wrong everywhere: each text of `elementary_mistakes/` has an edit that makes the right one of it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from testfix_pipeline.repair.language.registry import language_of
from testfix_pipeline.repair.model.candidate import Candidate
from testfix_pipeline.repair.model.failure_evidence import FailureEvidence
from testfix_pipeline_tests.repair.languages.python.test_producers import proposals

FOLDER = Path(__file__).with_name("elementary_mistakes")
NAMES = {"javascript.txt": "a.js", "go.txt": "a.go"}


def pairs(file: str) -> list[tuple[str, str]]:
    """The broken texts of a file with the right ones."""
    return [(wrong, right) for wrong, _, right in (part.partition("\n====\n") for part in _parts(file))]


def _parts(file: str) -> list[str]:
    return (FOLDER / file).read_text().rstrip("\n").split("\n----\n")


@pytest.mark.parametrize(("wrong", "right"), pairs("python.txt"))
def test_a_mistake_in_python_is_undone(wrong: str, right: str) -> None:
    assert ast.unparse(ast.parse(right)) in proposals(wrong)


@pytest.mark.parametrize(("file", "wrong", "right"), [(file, *pair) for file in NAMES for pair in pairs(file)])
def test_a_mistake_in_another_language_is_undone(file: str, wrong: str, right: str) -> None:
    assert _bare(right) in set(map(_bare, _texts(NAMES[file], wrong + "\n")))


def _bare(code: str) -> str:
    """Code without what changes nothing in these examples: white space and ends of statements."""
    return "".join(code.split()).replace(";", "")


def _texts(name: str, code: str) -> Iterator[str]:
    language = language_of(name)
    source = language.read(name, code.encode())
    for stmt in dict.fromkeys(source.statements.values()):
        for producer in language.producers:
            for edit in language.propose(language.target(source, stmt, FailureEvidence()), producer):
                yield Candidate.single(source, edit, 1.0, producer.id).texts[name]
