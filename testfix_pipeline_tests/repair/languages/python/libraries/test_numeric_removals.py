"""What takes the place of functions, methods and keywords that numeric libraries removed."""

import pytest

from testfix_pipeline_tests.repair.languages.python.libraries.test_expression_rules import failure, fixed, lost


@pytest.mark.parametrize(
    ("name", "before", "after"),
    [
        ("numpy.core.umath_tests.inner1d", "inner1d(a, b)", "np.einsum('...i,...i->...', a, b)"),
        ("pandas.ewma", "ewma(a, span=3)", "a.ewm(span=3).mean()"),
        ("pandas.rolling_corr", "rolling_corr(a, b, 5)", "a.rolling(5).corr(b)"),
        ("pandas.TimeGrouper", "TimeGrouper('M')", "pd.Grouper(freq='M')"),
        ("numpy.obj2sctype", "obj2sctype(a)", "np.dtype(a).type"),
        ("numpy.nbytes", "nbytes['f8']", "np.dtype('f8').itemsize"),
        ("numpy.sctypes", "set(sctypes['uint'])", "set([np.uint8, np.uint16, np.uint32, np.uint64])"),
        (
            "scipy.stats.median_absolute_deviation",
            "median_absolute_deviation(a)",
            "scipy.stats.median_abs_deviation(a, scale='normal')",
        ),
    ],
)
def test_what_functions_that_are_gone_did(name, before, after):
    module, _, last = name.rpartition(".")
    text = f"import numpy as np\nimport pandas as pd\nfrom {module} import {last}\nx = {before}\n"
    assert fixed(text, lost(name))[0].splitlines()[-1] == f"x = {after}"


@pytest.mark.parametrize(
    ("error", "before", "after"),
    [
        ("'DiGraph' object has no attribute 'add_path'", "g.add_path(a)", "nx.add_path(g, a)"),
        ("'Graph' object has no attribute 'nodes_iter'", "g.nodes_iter(data=True)", "iter(g.nodes(data=True))"),
        ("'InDegreeView' object has no attribute 'items'", "g.in_degree().items()", "dict(g.in_degree()).items()"),
        ("'Series' object has no attribute 'nonzero'", "a.nonzero()[0]", "a.to_numpy().nonzero()[0]"),
        ("'DataFrame' object has no attribute 'icol'", "a.icol(0)", "a.iloc[:, 0]"),
        ("'DataFrame' object has no attribute 'sortlevel'", "a.sortlevel(0)", "a.sort_index(level=0)"),
        ("'Dataset' object has no attribute 'value'", "h['a'].value", "h['a'][()]"),
    ],
)
def test_what_objects_no_longer_have(error, before, after):
    text = "import networkx as nx\nx = {}\n"
    assert fixed(text.format(before), failures=(failure("AttributeError", error, 2),)) == [text.format(after)]


def test_an_import_in_a_function_is_none_for_others():
    text = "from pandas import TimeGrouper\ndef f():\n    import pandas as pd\n    return pd\nx = TimeGrouper('M')\n"
    (found,) = fixed(text, lost("pandas.TimeGrouper"))
    assert found.startswith("import pandas\n") and found.endswith("x = pandas.Grouper(freq='M')\n")


ONE = "only 0-dimensional arrays can be converted to Python scalars"


@pytest.mark.parametrize(
    ("before", "after"),
    [("float(a)", "float(a.item())"), ("math.exp(-a)", "math.exp((-a).item())"), ("int(a[0])", "int(a[0].item())")],
)
def test_one_element_is_taken_out_of_an_array(before, after):
    text = "import math\nx = {}\n"
    assert fixed(text.format(before), failures=(failure("TypeError", ONE, 2),)) == [text.format(after)]


def test_the_current_axes_are_made_where_they_are_of_a_kind():
    text = "import matplotlib.pyplot as plt\nx = plt.gca(projection='3d')\n"
    error = failure("TypeError", "gca() got an unexpected keyword argument 'projection'", 2)
    assert fixed(text, failures=(error,)) == [text.replace("gca", "subplot")]


def test_the_seasons_of_a_series_have_a_period():
    text = "from statsmodels.tsa.seasonal import seasonal_decompose\nx = seasonal_decompose(a, freq=7)\n"
    error = failure("TypeError", "seasonal_decompose() got an unexpected keyword argument 'freq'", 2)
    assert [one.splitlines()[-1] for one in fixed(text, failures=(error,))] == ["x = seasonal_decompose(a, period=7)"]
