"""What the language proposes for a failure that a library caused, and what it costs where none did."""

from collections.abc import Callable
from pathlib import Path

import pytest

from testfix_pipeline.core.records import Failure, Frame
from testfix_pipeline.core.update_records import Update
from testfix_pipeline.execution.project import SandboxPolicy
from testfix_pipeline.repair.language.library_fixes import LibraryFix, LibraryQuestion
from testfix_pipeline.repair.languages.python.libraries.inquiry.answer import (
    CallChange,
    NameUse,
    UnfitCall,
    with_library,
)
from testfix_pipeline.repair.languages.python.libraries.inquiry.probe import LibraryProgram
from testfix_pipeline.repair.languages.python.libraries.library_fixes import library_fixes
from testfix_pipeline.repair.languages.python.libraries.sources.answer_fixes import call_fixes
from testfix_pipeline.repair.languages.python.source import SourceFile
from testfix_pipeline_tests.execution.targets import ours


def question(root: Path, error_type: str, error: str, frames: tuple[tuple[str, int], ...] = ()) -> LibraryQuestion:
    known = [Frame(file=file, line=line, function="<module>") for file, line in frames]
    failure = Failure(test="test_own.py", error_type=error_type, error=error, frames=known)  # type: ignore[arg-type]
    project = ours(sandbox=SandboxPolicy(read=(str(root),)))
    return LibraryQuestion(project, root, lambda: root, [failure], {"test_own.py"}, 60)


def test_nothing_is_copied_and_no_process_started_where_no_failure_points_at_a_library(write) -> None:
    def make_tree() -> Path:
        pytest.fail("a tree is copied")

    root = write({"own.py": "class Own:\n    pass\n"})
    failure = Failure(
        test="test_own.py::test_a", error_type="AttributeError", error="'Own' object has no attribute 'x'"
    )  # type: ignore[arg-type]
    assert library_fixes(LibraryQuestion(ours(), root, make_tree, [failure], (), 60)) == ()


@pytest.fixture
def asked(write: Callable[..., Path]) -> Callable[..., LibraryQuestion]:
    """A question about a project of these files; answering it starts processes."""
    return lambda files, *about: question(write(files), *about)


def test_a_fix_that_names_no_library_is_about_the_update_of_a_failure_first_of_one_with_its_symbol() -> None:
    fix = LibraryFix({"own.py": ""}, "library.message", "", 0.8, "lib.old")
    updates = [Update(library=name, version="2", symbol=symbol) for name, symbol in (("x", "x.a"), ("lib", "lib.old"))]
    failures = [Failure(test="t", error_type="TypeError", update=one) for one in updates]  # type: ignore[arg-type]
    assert with_library(fix, failures).updates == (updates[1],)
    assert with_library(fix, []).updates == ()


def test_what_two_sources_say_comes_once(asked: Callable[..., LibraryQuestion]) -> None:
    files = {"own.py": "from collections import Mapping\n\n\ndef f(x):\n    return isinstance(x, Mapping)\n"}
    said = "cannot import name 'Mapping' from 'collections' (/usr/lib/python3/collections/__init__.py)"
    fixes = library_fixes(asked(files, "ImportError", said, (("own.py", 1),)))
    assert fixes[0].texts["own.py"].startswith("from collections.abc import Mapping\n")
    assert "Python 3.9, which has it" in fixes[0].note
    assert len({tuple(fix.texts.items()) for fix in fixes}) == len(fixes)


def test_all_that_is_sure_comes_first_as_one_fix(asked: Callable[..., LibraryQuestion]) -> None:
    text = "import inspect\nfrom collections import Mapping\n\n\ndef f(x):\n"
    text += "    return x if x is Mapping else inspect.getargspec(x)\n"
    said = "cannot import name 'Mapping' from 'collections' (/usr/lib/python3/collections/__init__.py)"
    first = library_fixes(asked({"own.py": text}, "ImportError", said, (("own.py", 2),)))[0]
    assert "from collections.abc import Mapping\n" in first.texts["own.py"]
    assert "inspect.getfullargspec(x)" in first.texts["own.py"]


def test_keywords_that_were_renamed_together_may_change_in_other_ways() -> None:
    text = "lib.send(name=n, seconds=3)\n"
    site = NameUse("own.py", (1, 0, 1, len(text) - 1))
    known = [("rename", "name", "label"), ("rename", "seconds", "age"), ("drop", "seconds", "")]
    changes = tuple(CallChange(what, old, new, "old release", "", (site,)) for what, old, new in known)
    program = LibraryProgram({"own.py": SourceFile("own.py", text.encode())}, frozenset())
    found = [fix.texts["own.py"] for fix in call_fixes([UnfitCall("lib.send", "lib", "2", changes)], program)]
    assert found[0] == "lib.send(label=n, age=3)\n" and "lib.send(name=n)\n" in found


def test_a_keyword_that_the_old_one_is_a_part_of_is_likelier_than_another_that_is_near() -> None:
    site = NameUse("own.py", (1, 0, 1, 14))
    program = LibraryProgram({"own.py": SourceFile("own.py", b"Model(size=10)\n")}, frozenset())
    changes = tuple(CallChange("rename", "size", new, "near name", "", (site,)) for new in ("vector_size", "sides"))
    form, other = call_fixes([UnfitCall("Model", "lib", "2", changes)], program)
    assert form.likelihood > other.likelihood
