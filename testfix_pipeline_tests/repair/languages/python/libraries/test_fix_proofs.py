"""Fixes that suppose an older release are leads where nothing says that there was one."""

import pytest

from testfix_pipeline.core.cycle_rules.confidence import is_doubtful
from testfix_pipeline.core.records import Failure
from testfix_pipeline.core.update_records import Update
from testfix_pipeline.repair.language.library_fixes import LibraryFix
from testfix_pipeline.repair.languages.python.libraries.fix_proofs import weighed, with_pin
from testfix_pipeline.repair.languages.python.libraries.inquiry.old_releases import OldRelease
from testfix_pipeline.repair.languages.python.libraries.recorded.recorded_releases import OldRun
from testfix_pipeline.repair.languages.python.libraries.sources.expression_rules import expression_fixes
from testfix_pipeline.repair.languages.python.libraries.sources.silent_changes import silent_fixes
from testfix_pipeline.repair.languages.python.source import SourceFile
from testfix_pipeline_tests.repair.languages.python.libraries.test_message_fixes import failure

TOO_LARGE = "Python integer 300 out of bounds for uint8"


def certain(library: str, is_certain: bool = True) -> Failure:
    update = Update(library=library, version="2.0", symbol="f", certain=is_certain)
    return Failure(test="test_a.py::test", error_type="ValueError", error="", update=update)


def found(text: str, kind: str, said: str) -> list[LibraryFix]:
    files, failed = {"own.py": SourceFile("own.py", text.encode())}, [failure(kind, said, 2)]
    return [*expression_fixes(failed, [], files)]


@pytest.mark.parametrize(
    ("text", "kind", "said", "library"),
    [
        ("import numpy as np\nx = np.array([300], dtype='uint8')\n", "OverflowError", TOO_LARGE, "numpy"),
        ("import numpy as np\nx = np.uint8(300)\n", "OverflowError", TOO_LARGE, "numpy"),
        ("import pandas\nx = rows.mean()\n", "ValueError", "could not convert string to float: 'a'", "pandas"),
        ("import pandas\nx = rows.corr()\n", "ValueError", "could not convert string to float: 'a'", "pandas"),
    ],
)
def test_an_error_of_many_causes_needs_an_older_release(text: str, kind: str, said: str, library: str) -> None:
    fixes = found(text, kind, said)
    assert fixes
    named, other = OldRelease(library, "1.0", None), OldRelease("other", "1.0", None)
    for failures, releases, is_lead in [
        ([], [], True),
        ([], [other], True),
        ([certain(library, is_certain=False)], [], True),
        ([], [named], False),
        ([certain(library)], [], False),
    ]:
        after = weighed(fixes, failures, releases)
        assert {is_doubtful(one.likelihood) for one in after} == {one.is_supposed for one in after} == {is_lead}


def test_what_is_gone_is_evidence_itself() -> None:
    (fix,) = found(
        "import pandas\nx = plt.hist(y, normed=1)\n", "TypeError", "f() got an unexpected keyword argument 'normed'"
    )
    assert weighed([fix], [], []) == [fix]


def test_a_known_default_needs_an_older_release() -> None:
    files = {"a.py": SourceFile("a.py", b"import yaml\nx = yaml.dump(1)\n")}
    (fix,) = silent_fixes(files, lambda: {"pyyaml": "6.0"})
    (known,), (unknown,) = weighed([fix], [], [OldRelease("PyYAML", "5.0", None)]), weighed([fix], [], [])
    assert not is_doubtful(known.likelihood) and is_doubtful(unknown.likelihood)


def test_each_update_of_a_joined_fix_keeps_its_own_evidence() -> None:
    known = {"product": "product -> prod", "Inf": "Inf -> inf", "f": "Perhaps an update: nothing is known"}
    updates = [Update(library="numpy", version="2.1", symbol=name, evidence=said) for name, said in known.items()]
    fix = LibraryFix({}, "library.names", "product -> prod; Inf -> inf", 0.9, "product, Inf", tuple(updates))
    pinned = with_pin(fix, OldRun([OldRelease("numpy", "1.26", None)], {}, {})).updates
    assert [(one.before, one.evidence) for one in pinned] == [
        ("1.26", "product -> prod"),
        ("1.26", "Inf -> inf"),
        ("1.26", fix.note),
    ]


@pytest.mark.parametrize(
    ("named", "is_certain"), [("1.26.4", True), ("<2.1,>=2", True), ("3", False), ("2.1.3", False), ("x", False)]
)
def test_only_an_older_release_makes_an_update(named: str, is_certain: bool) -> None:
    fix = LibraryFix({}, "library.name", "a", 0.9, "a", (Update(library="numpy", version="2.1.3", symbol="a"),))
    (update,) = with_pin(fix, OldRun([OldRelease("numpy", named, None)], {}, {})).updates
    assert (update.certain, update.before) == (is_certain, named if is_certain else "")
    unnamed = LibraryFix({}, "library.name", "a", 0.9, "a", (Update(library="NumPy", version="", symbol="a"),))
    (update,) = with_pin(unnamed, OldRun([OldRelease("numpy", named, None)], {"numpy": "2.1.3"}, {})).updates
    assert update.certain is is_certain
