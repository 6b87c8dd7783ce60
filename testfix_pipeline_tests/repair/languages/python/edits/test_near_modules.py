"""Imports of a module of the project that is not there."""

import pytest

from testfix_pipeline.repair.languages.python.analysis.edit import FailureEvidence, PythonEditSite
from testfix_pipeline.repair.languages.python.edits.imports import propose_import_corrections
from testfix_pipeline.repair.languages.python.source import SourceFile
from testfix_pipeline.repair.model.candidate import Candidate


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("from app.helper import double\n", ["from app.helpers import double\n"]),
        ("from .helper import double\n", ["from .helpers import double\n"]),
        ("from app.helper import double, other\n", []),
        ("from helper import double\n", ["from helpers import double\n"]),
        ("from lib.helper import double\n", []),
    ],
)
def test_a_module_that_has_the_imported_names_and_a_similar_name(text: str, wanted: list[str]) -> None:
    source = SourceFile("app/main.py", text.encode())
    helpers = SourceFile("app/helpers.py", b"def double(x):\n    return 2 * x\n")
    site = PythonEditSite(source, source.tree.body[0], None, FailureEvidence(), (), (source, helpers))
    edits = propose_import_corrections(site)
    assert [Candidate.single(source, one, 1.0, "test").texts["app/main.py"] for one in edits] == wanted


def test_of_two_modules_with_the_names_neither_is_proposed() -> None:
    source = SourceFile("app/main.py", b"from app.helper import double\n")
    others = [SourceFile(f"app/{name}.py", b"def double(x):\n    return 2 * x\n") for name in ("helpers", "helped")]
    site = PythonEditSite(source, source.tree.body[0], None, FailureEvidence(), (), (source, *others))
    assert not [*propose_import_corrections(site)]
