"""What a fix says of itself that no test shows."""

from pathlib import Path

import pytest

from testfix_pipeline.core.cycle_rules.confidence import is_doubtful
from testfix_pipeline.core.update_records import Update
from testfix_pipeline.repair.language.library_fixes import LibraryFix, LibraryQuestion
from testfix_pipeline.repair.languages.python.libraries.fix_proofs import with_remarks
from testfix_pipeline_tests.execution.targets import ours

OLD = """\
import random
from marshmallow import Schema, pprint


def mix(cards, source, times=1):
    random.shuffle(cards, source)
    return cards * times


def read(text):
    return Schema().loads(text)
"""


def remarked(root: Path, new: str, library: str = "marshmallow", **files: str) -> list[LibraryFix]:
    for name, text in {"a_py": OLD, **files}.items():
        (root / name.replace("_", ".")).write_text(text)
    question = LibraryQuestion(ours(), root, lambda: root, [], (), 1.0)
    update = Update(library=library, version="4.0.0", symbol="f")
    return with_remarks([LibraryFix({"a.py": new}, "k", "said", 0.8, "f", (update,))], question)


@pytest.mark.parametrize(
    ("line", "files", "said"),
    [
        ("import packaging.version", {}, "said; it imports packaging, which the project does not require"),
        ("import packaging.version", {"requirements_txt": "Packaging>=20\n"}, "said"),
        ("import packaging.version", {"b_py": "import packaging\n"}, "said"),
        ("import collections.abc", {}, "said"),
        ("from marshmallow import fields", {}, "said"),
        ("import b", {"b_py": ""}, "said"),
    ],
    ids=["new", "required", "imported elsewhere", "of Python", "same package", "own"],
)
def test_a_package_that_the_project_does_not_require_is_named(line, files, said, tmp_path) -> None:
    fix, *_ = remarked(tmp_path, f"{line}\n{OLD}", **files)
    assert fix.note == said
    assert (fix.likelihood < 0.8) is (said != "said")


@pytest.mark.parametrize(
    ("change", "said", "is_lead"),
    [
        ((", source)\n    return", ")\n    return"), "mix no longer reads its parameter source", True),
        ((" * times", ""), "mix no longer reads its parameter times", False),
        (("cards, source)\n", "cards, random=source)\n"), "", False),
    ],
    ids=["required", "default", "still read"],
)
def test_a_parameter_that_a_fix_ignores_is_named(change, said, is_lead, tmp_path) -> None:
    new = OLD.replace(*change)
    assert new != OLD
    fix, *_ = remarked(tmp_path, new)
    assert fix.note == "; ".join(filter(None, ["said", said]))
    assert is_doubtful(fix.likelihood) is is_lead


def test_nothing_is_said_where_there_is_no_fix(tmp_path: Path) -> None:
    note = LibraryFix({}, "k", "said", 0.0, "f", (Update(library="marshmallow", version="4.0.0", symbol="f"),))
    question = LibraryQuestion(ours(), tmp_path, lambda: tmp_path, [], (), 1.0)
    assert with_remarks([note], question) == [note]
