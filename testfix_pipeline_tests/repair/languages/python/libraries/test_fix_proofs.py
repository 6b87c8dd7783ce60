"""Fixes that suppose an older release are leads where nothing says that there was one."""

import pytest

from testfix_pipeline.core.cycle_rules.confidence import is_doubtful
from testfix_pipeline.core.records import Failure
from testfix_pipeline.core.update_records import Update
from testfix_pipeline.repair.language.library_fixes import LibraryFix
from testfix_pipeline.repair.languages.python.libraries.fix_proofs import weighed
from testfix_pipeline.repair.languages.python.libraries.inquiry.old_releases import OldRelease
from testfix_pipeline.repair.languages.python.libraries.sources.expression_rules import expression_fixes
from testfix_pipeline.repair.languages.python.libraries.sources.known_defaults import default_fixes
from testfix_pipeline.repair.languages.python.libraries.sources.wrapped_integers import wrapped_integers
from testfix_pipeline.repair.languages.python.source import SourceFile
from testfix_pipeline_tests.repair.languages.python.libraries.test_message_fixes import failure

TOO_LARGE = "Python integer 300 out of bounds for uint8"


def certain(library: str, is_certain: bool = True) -> Failure:
    update = Update(library=library, version="2.0", symbol="f", certain=is_certain)
    return Failure(test="test_a.py::test", error_type="ValueError", error="", update=update)


def found(text: str, kind: str, said: str) -> list[LibraryFix]:
    files, failed = {"own.py": SourceFile("own.py", text.encode())}, [failure(kind, said, 2)]
    sources = [expression_fixes(failed, [], files), wrapped_integers(failed, files)]
    return [fix for source in sources for fix in source]


@pytest.mark.parametrize(
    ("text", "kind", "said", "library"),
    [
        ("import numpy as np\nx = image + 300\n", "OverflowError", TOO_LARGE, "numpy"),
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
    (fix,) = default_fixes(files, lambda: {"pyyaml": "6.0"})
    (known,), (unknown,) = weighed([fix], [], [OldRelease("PyYAML", "5.0", None)]), weighed([fix], [], [])
    assert not is_doubtful(known.likelihood) and is_doubtful(unknown.likelihood)
