"""What rules for expressions are not for: constants beside operators, and what belongs to something else."""

import pytest

from testfix_pipeline.repair.languages.python.libraries.sources.expression_rules import expression_fixes
from testfix_pipeline.repair.languages.python.source import SourceFile
from testfix_pipeline_tests.repair.languages.python.libraries.test_expression_rules import failure, fixed, lost


@pytest.mark.parametrize(
    ("text", "new", "error"),
    [
        (
            "a[1:] - a[: len(a) - 1]",
            "a[1:] ^ a[: len(a) - 1]",
            "numpy boolean subtract, the `-` operator, is not supported",
        ),
        ("-a[-1:]", "~a[-1:]", "numpy boolean negative, the `-` operator, is not supported"),
        ("b[0] = a @ a", "b[0] = (a @ a).item()", "setting an array element with a sequence."),
        ("b = a", "", "setting an array element with a sequence."),
        ("b[0] = a", "", "setting an array element with a sequence. The detected shape was (2,)"),
        ("np.all(a == 0)", "", "operands could not be broadcast together with shapes (2,) (3,)"),
        ("out['a'] = row['b']", "out['a'] = row._mapping['b']", "tuple indices must be integers or slices, not str"),
    ],
)
def test_an_operator_is_replaced_only_where_it_takes_no_constant(text: str, new: str, error: str) -> None:
    head = "import numpy as np\n"
    found = fixed(f"{head}{text}\n", failures=(failure("TypeError", error, 2),))
    assert found == ([f"{head}{new}\n"] if new else [])


def test_a_method_that_the_program_has_as_well_is_replaced_only_where_the_error_is() -> None:
    own = "class Tree:\n    def add_node(self, node, parent):\n        pass\n\n\nTree().add_node(1, 2)\n"
    text = f"graph.add_node(a, {{'b': 1}})\n\n\n{own}"
    error = "DiGraph.add_node() takes 2 positional arguments but 3 were given"
    new = text.replace("(a, {", "(a, **{")
    assert fixed(text, failures=(failure("TypeError", error, 1),)) == [new]
    assert fixed(text, failures=(failure("TypeError", error.replace("DiGraph", "Tree"), 1),)) == []


def test_arrays_keep_a_method_that_series_lost() -> None:
    text = "print(series.nonzero())\nprint(array.nonzero())\n"
    said = failure("AttributeError", "'Series' object has no attribute 'nonzero'", 1)
    gone = lost("pandas.core.series.Series.nonzero", owner="Series")
    assert fixed(text, gone, failures=(said,))[0] == text.replace("series.nonzero", "series.to_numpy().nonzero")


def test_the_name_of_a_style_is_replaced_only_where_it_is_one() -> None:
    text = "import matplotlib.pyplot as plt\nplt.style.use('seaborn')\nprint(find('seaborn'))\n"
    said = failure("OSError", "'seaborn' is not a valid package style", 2)
    assert fixed(text, failures=(said,)) == [text.replace("use('seaborn')", "use('seaborn-v0_8')")]


def test_a_call_without_the_keyword_that_is_refused_stays_as_it_is() -> None:
    text = "a = table.sum(level='x')\nb = table.sum()\n"
    said = failure("TypeError", "sum() got an unexpected keyword argument 'level'", 1)
    assert fixed(text, failures=(said,)) == [text.replace("sum(level='x')", "groupby(level='x').sum()")]


@pytest.mark.parametrize("kind", ["DataFrame", "Series"])
def test_of_a_method_that_two_classes_lost_the_kind_of_the_object_chooses(kind: str) -> None:
    text = "import pandas as pd\nboth = one.append(other)\nrow = pd.Series({}).append(pd.Series({}))\n"
    said = failure("AttributeError", f"'{kind}' object has no attribute 'append'", 2)
    new = text.replace("one.append(other)", "pd.concat([one, other])")
    new = new.replace("pd.Series({}).append(pd.Series({}))", "pd.concat([pd.Series({}), pd.Series({})])")
    assert fixed(text, failures=(said,))[0] == new


def test_names_of_one_import_that_rules_take_the_place_of_go_at_once() -> None:
    text = "from scipy.integrate import simps, cumtrapz\n\na = simps(y, t)\nb = cumtrapz(y, t)\n"
    found = fixed(text, lost("scipy.integrate.simps"), lost("scipy.integrate.cumtrapz"))
    new = "a = scipy.integrate.simpson(y, x=t)\nb = scipy.integrate.cumulative_trapezoid(y, t)\n"
    assert found[0] == f"import scipy.integrate\n\n{new}"


@pytest.mark.parametrize(
    "other",
    [
        "import app\napp.remove_tree('a')",
        "from . import app as own\nown.remove_tree('a')",
        "from app import *\nremove_tree('a')",
    ],
)
def test_a_name_of_a_lost_module_that_another_file_reads_of_this_one_stays(other: str) -> None:
    text = "from distutils.dir_util import copy_tree, remove_tree\n\ncopy_tree('a', 'b')\n"
    files = {path: SourceFile(path, text.encode()) for path, text in (("app.py", text), ("other.py", f"{other}\n"))}
    assert [*expression_fixes((), [lost("distutils", True)], files)] == []


def test_a_name_of_a_lost_module_that_the_program_asks_for_in_a_try_stays() -> None:
    text = """
        from distutils.dir_util import copy_tree

        try:
            from distutils.dir_util import remove_tree
            HAS_REMOVE = True
        except ImportError:
            HAS_REMOVE = False
        copy_tree("a", "b")
    """
    assert fixed(text, lost("distutils", True)) == []


@pytest.mark.parametrize(
    "text",
    [
        "def f(rows):\n    'a'\n    rows.ensure_index('at')\n    rows = []\n    rows.insert({'a': 1})\n",
        "def f(dbs, m):\n    for one in dbs:\n        one.ensure_index(1)\n    return [one.count() for one in m]\n",
    ],
)
def test_another_object_of_the_same_name_stays(text: str) -> None:
    error = "If you meant to call the 'ensure_index' method on a 'Collection' object it is failing"
    (new,) = fixed(text, failures=(failure("TypeError", error, 3),))
    assert new == text.replace("ensure_index", "create_index")
