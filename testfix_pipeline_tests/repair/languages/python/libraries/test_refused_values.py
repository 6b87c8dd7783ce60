"""Texts that a library takes no more, where its error says what it takes instead."""

import pandas
import pytest

from testfix_pipeline.core.cycle_rules.confidence import is_doubtful
from testfix_pipeline.repair.languages.python.libraries.edits.joined_fixes import joined
from testfix_pipeline.repair.languages.python.libraries.fix_proofs import weighed
from testfix_pipeline.repair.languages.python.libraries.inquiry.old_releases import OldRelease
from testfix_pipeline.repair.languages.python.libraries.sources.refused_values import offers_values, refused_values
from testfix_pipeline.repair.languages.python.source import SourceFile
from testfix_pipeline_tests.repair.languages.python.libraries.test_message_fixes import failure

TEXT = '''\
"""M"""
import pandas as pd

DEFAULT = "2.0"


def by_month(rows):
    return rows.resample("M").sum(), rows.resample("W")


def later(rows):
    return rows.resample('M'), rows.kind("M")
'''


def fixes(text: str, said: str, line: int, kind: str = "ValueError", is_updated: bool = True) -> list[tuple[str, bool]]:
    files = {"own.py": SourceFile("own.py", text.encode())}
    older = [OldRelease("lib", "1.0", None)] if is_updated else []
    found = weighed(refused_values([failure(kind, said, line)], files), [], older)
    return [(fix.texts["own.py"], is_doubtful(fix.likelihood)) for fix in found]


def said_by_pandas(freq: str) -> str:
    with pytest.raises(ValueError, match="frequency") as raised:
        pandas.date_range("2020", periods=3, freq=freq)
    return str(raised.value)


def test_the_text_is_changed_wherever_the_function_is_given_it() -> None:
    wanted = TEXT.replace('resample("M")', 'resample("ME")').replace("resample('M')", "resample('ME')")
    assert fixes(TEXT, said_by_pandas("M"), 8) == [(wanted, False)]
    assert fixes(TEXT, said_by_pandas("M"), 8, is_updated=False) == [(wanted, True)], "the program may be wrong"


@pytest.mark.parametrize(("old", "new"), [("15T", "15min"), ("2M", "2ME"), ("H", "h")])
def test_a_count_stays(old: str, new: str) -> None:
    text = f"import pandas as pd\nx = pd.date_range(a, b, freq='{old}')\n"
    assert fixes(text, said_by_pandas(old), 2) == [(text.replace(f"'{old}'", f"'{new}'"), False)]


def test_a_constant_that_the_failing_line_only_names() -> None:
    said = "Invalid client version '2.0'. Major part should be '3'"
    assert fixes(TEXT, said, 8, "lib.UnsupportedVersion") == [(TEXT.replace('"2.0"', '"3"'), False)]
    assert fixes(TEXT + 'OTHER = "2.0"\n', said, 8) == [], "which of them is passed is not known"


def test_the_constant_that_the_failing_line_passes_by_its_name_among_others_of_the_same_text() -> None:
    said = "Invalid client version '2.0'. Major part should be '3'"
    text = 'FIRST = "2.0"\nOTHER = "2.0"\n\n\ndef open_it():\n    return lib.Client(\n        OTHER,\n    )\n'
    assert fixes(text, said, 6, "lib.Unsupported") == [(text.replace('OTHER = "2.0"', 'OTHER = "3"'), False)]
    set_twice = text.replace("    return", '    global OTHER\n    OTHER = "4"\n    return')
    assert fixes(set_twice, said, 8, "lib.Unsupported") == [], "what it passes is not known"


@pytest.mark.parametrize(
    ("values", "new"),
    [
        ("'absolute_error', 'poisson', 'squared_error'", [("squared_error", False)]),
        ("'absolute_error', 'friedman_mse' or 'squared_error'", [("friedman_mse", True), ("squared_error", True)]),
        ("'poisson', 'gini'", []),
    ],
)
def test_of_several_values_one_is_believed_that_is_spelt_alike(values: str, new: list[tuple[str, bool]]) -> None:
    text = "model = Tree(criterion='mse')\n"
    said = f"The 'criterion' parameter of Tree must be a str among {{{values}}}. Got 'mse' instead."
    assert fixes(text, said, 1) == [(text.replace("mse", one), lead) for one, lead in new]


@pytest.mark.parametrize(
    ("kind", "said", "line"),
    [
        ("AssertionError", "'M' is gone. Please use 'ME' instead", 8),
        ("ValueError", "'M' is no longer supported", 8),
        ("ValueError", "Please use 'M' instead", 8),
    ],
)
def test_no_evidence(kind: str, said: str, line: int) -> None:
    assert fixes(TEXT, said, line, kind) == []


def test_what_the_program_refuses_itself_is_left_alone() -> None:
    text = "def f(x):\n    raise ValueError(\"'M' is gone, use 'ME'\", x.kind('M'))\n"
    found = failure("ValueError", "'M' is gone, use 'ME'", 2)
    assert offers_values(found) and fixes(text, found.error, 2) == []


def test_values_that_several_errors_refuse_are_changed_together() -> None:
    text = "import pandas as pd\n\nRULES = {'hour': 'H', 'month': 'M'}\nx = [pd.date_range(a, b, freq=RULES[one])]\n"
    files = {"own.py": SourceFile("own.py", text.encode())}
    failures = [failure("ValueError", said_by_pandas(one), 4) for one in ("H", "M")]
    both = joined([], [*refused_values(failures, files)], files)
    assert [one.texts["own.py"] for one in both] == [text.replace("'H'", "'h'").replace("'M'", "'ME'")]
