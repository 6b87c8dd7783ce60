"""What takes the place of interfaces that NumPy, SciPy and pandas lost, where it depends on how they are used."""

from textwrap import dedent

import numpy
import pandas
import pytest

from testfix_pipeline_tests.repair.languages.python.libraries.test_expression_rules import failure, fixed, lost

ARRAY = "was removed from the ndarray class in NumPy 2.0. Use"
SEQUENCE = 'arrays to stack must be passed as a "sequence" type such as list or tuple.'
INDICES = (
    "only integers, slices (`:`), ellipsis (`...`), numpy.newaxis (`None`) and integer or boolean arrays are valid"
)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("np.asfarray(a)", "np.asarray(a, dtype=float)"),
        ("np.asfarray(a, dtype=np.float32)", "np.asarray(a, dtype=np.float32)"),
        ("np.asfarray(a, np.float32)", "np.asarray(a, dtype=np.float32)"),
    ],
)
def test_an_array_that_was_of_floats_stays_one(before, after):
    text = "import numpy as np\nx = {}\n"
    assert fixed(text.format(before), lost("numpy.asfarray")) == [text.format(after)]


@pytest.mark.parametrize(
    ("error", "before", "after"),
    [
        (f"`ptp` {ARRAY} np.ptp(arr, ...) instead.", "(a * 2).ptp(axis=0)", "np.ptp(a * 2, axis=0)"),
        (
            f"`newbyteorder` {ARRAY} `arr.view(arr.dtype.newbyteorder(order))` instead.",
            "a.byteswap().newbyteorder()",
            "a.byteswap().view(a.dtype.newbyteorder())",
        ),
        (
            f"`newbyteorder` {ARRAY} `arr.view(arr.dtype.newbyteorder(order))` instead.",
            "a.newbyteorder('<')",
            "a.view(a.dtype.newbyteorder('<'))",
        ),
    ],
)
def test_what_arrays_no_longer_do_themselves(error, before, after):
    text = "import numpy as np\nx = {}\n"
    assert fixed(text.format(before), failures=(failure("AttributeError", error, 2),)) == [text.format(after)]


@pytest.mark.parametrize(
    ("error", "before", "after"),
    [
        (SEQUENCE, "np.vstack(row for row in a)", "np.vstack([row for row in a])"),
        (SEQUENCE, "np.hstack(map(f, a))", "np.hstack(list(map(f, a)))"),
        (INDICES, "a[places]", "a[tuple(places)]"),
        (INDICES, "a[places] = 1", "a[tuple(places)] = 1"),
        (INDICES, "del a[places]", "del a[tuple(places)]"),
        ("Cannot subset columns with a tuple with more than one element.", "a['x', 'y'].sum()", "a[['x', 'y']].sum()"),
        ("Passing a set as an indexer is not supported. Use a list instead.", "a[set(b)]", "a[list(set(b))]"),
        ("data type 'float_' not understood", "np.zeros(3, 'float_')", "np.zeros(3, 'float64')"),
        (
            "f() got an unexpected keyword argument 'normed'",
            "plt.hist(x, normed=1, bins=3)",
            "plt.hist(x, bins=3, density=1)",
        ),
        (
            "f() got an unexpected keyword argument 'squeeze'",
            "pd.read_csv(f, squeeze=True)",
            "pd.read_csv(f).squeeze('columns')",
        ),
        ("f() got an unexpected keyword argument 'squeeze'", "pd.read_csv(f, squeeze=False)", "pd.read_csv(f)"),
        (
            "concat() got an unexpected keyword argument 'join_axes'",
            "pd.concat([a, b], axis=1, join_axes=[a.index])",
            "pd.concat([a, b], axis=1).reindex(a.index)",
        ),
        ("The numpy boolean negative, the `-` operator, is not supported", "a & -b", "a & ~b"),
        ("numpy boolean subtract, the `-` operator, is not supported", "(a - b).sum()", "(a ^ b).sum()"),
        ("numpy boolean subtract, the `-` operator, is not supported", "a & a - b", "a & (a ^ b)"),
        (
            "Calling np.sum(generator) is deprecated",
            "np.sum(b * x for x in a) + np.pi",
            "sum((b * x for x in a)) + np.pi",
        ),
        (
            "'seaborn-white' is not a valid package style",
            "plt.style.use('seaborn-white')",
            "plt.style.use('seaborn-v0_8-white')",
        ),
        (
            "gca() got an unexpected keyword argument 'projection'",
            "f.gca(projection='3d')",
            "f.add_subplot(projection='3d')",
        ),
        ("nested renamer is not supported", "a.agg({'n': len})", "a.agg(**{'n': len})"),
        ("Graph.add_node() takes 2 positional arguments but 3 were given", "g.add_node(1, d)", "g.add_node(1, **d)"),
        (
            "DataFrame.set_axis() got an unexpected keyword argument 'inplace'",
            "a.set_axis(b, axis=1, inplace=False)",
            "a.set_axis(b, axis=1)",
        ),
    ],
)
def test_what_a_library_refuses(error, before, after):
    text = "import numpy as np\nimport pandas as pd\n{}\n"
    assert fixed(text.format(before), failures=(failure("TypeError", error, 3),)) == [text.format(after)]


def test_each_appended_value_is_joined_by_what_it_is():
    text = """
import pandas as pd

def log(df, other):
    row = {"a": 1}
    df = df.append(row, ignore_index=True)
    df = df.append({"a": 2}, ignore_index=True)
    frame = pd.DataFrame(other)
    df = df.append(frame, ignore_index=True)
    for one in other:
        df = df.append(one, ignore_index=True)
    return df
"""
    first, second, _ = fixed(text, lost("pandas.core.frame.DataFrame.append", owner="DataFrame"))
    for found in (first, second):
        assert "pd.concat([df, pd.DataFrame([row])], ignore_index=True)" in found
        assert 'pd.concat([df, pd.DataFrame([{"a": 2}])], ignore_index=True)' in found
        assert "pd.concat([df, frame], ignore_index=True)" in found
    assert "pd.concat([df, one], ignore_index=True)" in first
    assert "pd.concat([df, pd.DataFrame([one])], ignore_index=True)" in second


def test_the_most_frequent_value_keeps_its_axis():
    text = "from scipy import stats\nx = stats.mode(a)[0][0]\n"
    error = failure("IndexError", "invalid index to scalar variable.", 2)
    assert fixed(text, failures=(error,)) == [text.replace("mode(a)", "mode(a, keepdims=True)")]


def test_an_integral_gives_its_points_by_keyword():
    text = "from scipy.integrate import simps\nx = simps(y, z)\nv = simps(y, dx=2)\n"
    after = "from scipy.integrate import simpson\nx = simpson(y, x=z)\nv = simpson(y, dx=2)\n"
    (found,) = fixed(text, lost("scipy.integrate.simps"))
    assert found.replace("scipy.integrate.simpson", "simpson").splitlines()[1:] == after.splitlines()[1:]


def test_what_is_computed_once_still_is():
    error = failure("AttributeError", f"`newbyteorder` {ARRAY} `arr.view(arr.dtype.newbyteorder(order))` instead.", 1)
    (found,) = fixed("x = stream.read().newbyteorder('<')\n", failures=(error,))
    assert found.endswith("x = with_byte_order(stream.read(), '<')\n") and "def with_byte_order" in found
    assert "def with_byte_order" not in fixed("x = a.newbyteorder('<')\n", failures=(error,))[0]


def test_the_byte_order_of_a_type_is_asked_for_as_before():
    text = "x = a.newbyteorder()\ny = a.dtype.newbyteorder()\n"
    error = failure("AttributeError", f"`newbyteorder` {ARRAY} `arr.view(arr.dtype.newbyteorder(order))` instead.", 1)
    assert fixed(text, failures=(error,)) == [text.replace("a.newbyteorder()", "a.view(a.dtype.newbyteorder())")]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("pd.rolling_mean(s, 3)", "s.rolling(3).mean()"),
        ("pd.rolling_mean(s, window=3, min_periods=1)", "s.rolling(3, min_periods=1).mean()"),
    ],
)
def test_a_rolling_function_is_a_method_of_what_it_got(before, after):
    text = "import pandas as pd\nx = {}\ny = pd\n"
    assert fixed(text.format(before), lost("pandas.rolling_mean")) == [text.format(after)]


def test_an_index_of_integers_is_known_by_its_dtype():
    text = """
        import pandas as pd
        from pandas import Int64Index

        def is_plain(frame):
            return not isinstance(frame.index, Int64Index)
    """
    after = """
        import pandas as pd

        def is_plain(frame):
            return not (isinstance(frame.index, pd.Index) and frame.index.dtype == 'int64')
    """
    assert fixed(text, lost("pandas.Int64Index")) == [dedent(after)]
    names = {"frame": pandas.DataFrame({"a": [1]})}
    exec(dedent(after), names)
    assert not names["is_plain"](names["frame"]) and names["is_plain"](pandas.DataFrame({"a": [1]}, index=["x"]))


def test_interpolation_on_a_grid_is_by_a_function_of_the_program():
    text = "from scipy.interpolate import interp2d\nf = interp2d(x, y, z)\n"
    said = failure("NotImplementedError", "`interp2d` has been removed in SciPy 1.14.0.", 2)
    (after,) = fixed(text, failures=(said,))
    assert after.startswith("import numpy\nimport scipy.interpolate\n\n\ndef interp2d(x, y, z, kind=")
    assert after.endswith("\n\n\nf = interp2d(x, y, z)\n")


COPY = "Unable to avoid copy while creating an array as requested."


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("np.array(x, copy=False)", "np.array(x, copy=None)"),
        ("np.array(x, float, copy=False)", "np.array(x, float, copy=None)"),
        ("np.array(x, dtype=float, copy=wanted)", "np.array(x, copy=wanted or None, dtype=float)"),
    ],
)
def test_a_copy_is_made_where_it_is_needed(before, after):
    text = "import numpy as np\ny = {}\n"
    found, *_ = fixed(text.format(before), failures=(failure("ValueError", COPY, 2),))
    assert found == text.format(after)
    for wanted in (True, False):
        exec(found, {"x": [1.0], "wanted": wanted})


def test_weeks_of_an_index_are_no_series():
    said = "'DatetimeIndex' object has no attribute 'weekofyear'"
    text = "import pandas as pd\n\ndef f(dates):\n    return dates.weekofyear\n"
    (found,) = fixed(text, failures=(failure("AttributeError", said, 4),))
    names = {}
    exec(found, names)
    assert list(names["f"](pandas.DatetimeIndex(["2020-03-02", "2020-03-12"]))) == [10, 11]
    assert isinstance(names["f"](pandas.DatetimeIndex(["2020-03-02"])), pandas.Index)


@pytest.mark.parametrize("code", ["frame.groupby('k').mean()", "frame.mean()", "frame.groupby('k').std(ddof=0)"])
@pytest.mark.parametrize("kind", ["object", "str"])
def test_statistics_of_the_columns_that_are_numbers(code, kind):
    frame = pandas.DataFrame({"k": [1, 1], "a": [1.0, 2.0], "b": pandas.Series(["x", "y"], dtype=kind)})
    with pytest.raises((TypeError, ValueError)) as error:
        eval(code)
    text = f"x = {code}\n"
    found = fixed(text, failures=(failure(error.type.__name__, str(error.value), 1),))
    names = {"frame": frame}
    assert len(found) == 1 and "numeric_only=True)\n" in found[0]
    exec(found[0], names)
    assert "a" in names["x"] and "b" not in names["x"]


def test_correlation_of_the_columns_that_are_numbers():
    frame = pandas.DataFrame({"a": [1, 2], "b": ["x", "y"]})
    with pytest.raises(ValueError) as error:
        frame.corr()
    (found,) = fixed("x = frame.corr(min_periods=1)\n", failures=(failure("ValueError", str(error.value), 1),))
    assert found == "x = frame.corr(min_periods=1, numeric_only=True)\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("model.wv.vocab[word].count", "model.wv.get_vecattr(word, 'count')"),
        ("model.wv.vocab[word].index", "model.wv.key_to_index[word]"),
        ("sorted(model.wv.vocab)", "sorted(model.wv.key_to_index)"),
    ],
)
def test_the_words_of_vectors(before, after):
    vocab = lost("gensim.models.keyedvectors.KeyedVectors.vocab", owner="KeyedVectors")
    said = failure("AttributeError", "The vocab attribute was removed from KeyedVector in Gensim 4.0.0.", 1)
    assert fixed(f"x = {before}\n", vocab, failures=(said,))[:1] == [f"x = {after}\n"]


def test_what_was_known_of_the_words_of_vectors():
    class Vectors:
        key_to_index = {"sun": 0, "moon": 1}  # noqa: RUF012

        def get_vecattr(self, word, attribute):
            return {"sun": 5, "moon": 2}[word]

    vocab = lost("gensim.models.keyedvectors.KeyedVectors.vocab", owner="KeyedVectors")
    text = "x = [(word, entry.count, entry.index) for word, entry in vectors.vocab.items()]\n"
    names = {"vectors": Vectors()}
    exec(fixed(text, vocab)[0], names)
    assert names["x"] == [("sun", 5, 0), ("moon", 2, 1)]


def test_the_methods_of_vectors_that_a_model_had():
    said = (
        failure("AttributeError", "'Word2Vec' object has no attribute 'most_similar'", 1),
        failure("TypeError", "'Word2Vec' object is not subscriptable", 2),
    )
    text = "x = model.most_similar('a', topn=3)\ny = model['a']\n"
    found = fixed(text, failures=said)
    assert text.replace("model.most", "model.wv.most") in found and text.replace("model['a']", "model.wv['a']") in found


@pytest.mark.parametrize(
    ("given", "is_replaced"), [("g, nodelist=nodes", True), ("g, format='coo'", False)]
)  # fmt: skip
def test_the_matrix_of_a_graph_stays_one(given, is_replaced):
    new = (
        f"import scipy.sparse\nimport networkx as nx\nm = scipy.sparse.csr_matrix(nx.to_scipy_sparse_array({given}))\n"
    )
    found = fixed(
        f"import networkx as nx\nm = nx.to_scipy_sparse_matrix({given})\n", lost("networkx.to_scipy_sparse_matrix")
    )
    assert found == ([new] if is_replaced else [])


def test_the_components_of_a_graph_are_graphs():
    text = "import networkx as nx\nparts = max(nx.connected_component_subgraphs(g), key=len)\n"
    wanted = "max((g.subgraph(one).copy() for one in nx.connected_components(g)), key=len)"
    assert fixed(text, lost("networkx.connected_component_subgraphs")) == [f"import networkx as nx\nparts = {wanted}\n"]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("nx.read_gpickle('g.p')", "pickle.loads(pathlib.Path('g.p').read_bytes())"),
        ("nx.write_gpickle(g, p)", "pathlib.Path(p).write_bytes(pickle.dumps(g, pickle.HIGHEST_PROTOCOL))"),
    ],
)
def test_graphs_are_kept_by_pickle(before, after):
    text = f"import networkx as nx\ng = {before}, nx.Graph()\n"
    name = f"networkx.{before[3:].partition('(')[0]}"
    wanted = f"import pathlib\nimport pickle\nimport networkx as nx\ng = {after}, nx.Graph()\n"
    assert fixed(text, lost(name)) == [wanted]


@pytest.mark.parametrize(
    ("keyword", "said", "columns"),
    [
        ("header=None, prefix='c'", "prefix", ["c0", "c1"]),
        ("mangle_dupe_cols=True, sep=' '", "mangle_dupe_cols", ["1", "2"]),
        ("delim_whitespace=True", "delim_whitespace", ["1", "2"]),
    ],
)
def test_keywords_that_read_csv_lost(keyword, said, columns):
    text = f"import io\nimport pandas as pd\nx = pd.read_csv(io.StringIO('1 2\\n'), {keyword})\n"
    text = text.replace("1 2", "1,2") if said == "prefix" else text
    error = f"read_csv() got an unexpected keyword argument '{said}'"
    (found,) = fixed(text, failures=(failure("TypeError", error, 3),))
    names = {}
    exec(found, names)
    assert list(names["x"].columns) == columns


@pytest.mark.parametrize(
    ("full", "before", "after"),
    [
        ("matplotlib.cm.get_cmap", "cm.get_cmap('jet', 16)", "matplotlib.colormaps['jet'].resampled(16)"),
        ("matplotlib.cm.get_cmap", "cm.get_cmap('jet')", "matplotlib.colormaps['jet']"),
        ("matplotlib.cm.register_cmap", "cm.register_cmap('a', b)", "matplotlib.colormaps.register(b, name='a')"),
    ],
)
def test_colour_maps(full, before, after):
    text = "import matplotlib\nfrom matplotlib import cm\nx = {}, cm.ScalarMappable\n"
    assert fixed(text.format(before), lost(full)) == [text.format(after)]


@pytest.mark.parametrize(
    ("kind", "error", "before", "after"),
    [
        (
            "TypeError",
            "use() got an unexpected keyword argument 'warn'",
            "matplotlib.use('Agg', warn=False)",
            "matplotlib.use('Agg')",
        ),
        (
            "AttributeError",
            "'FigureCanvasAgg' object has no attribute 'set_window_title'",
            "f.canvas.set_window_title('a')",
            "f.canvas.manager.set_window_title('a')",
        ),
        ("ValueError", "keyword grid_b is not recognized; valid", "ax.grid(b=False)", "ax.grid(visible=False)"),
    ],
)
def test_what_figures_no_longer_take(kind, error, before, after):
    text = "import matplotlib\n{}\n"
    assert fixed(text.format(before), failures=(failure(kind, error, 2),)) == [text.format(after)]


def test_a_list_of_slices_is_an_index_all_over_a_function():
    text = """
        def f(out, count, places):
            for where in places:
                out[where] += out[where] + 1
                count[where] += 1
            return count

        def g(rows, where):
            return rows[where]
    """
    after = text.replace("out[where]", "out[tuple(where)]").replace("count[where]", "count[tuple(where)]")
    assert fixed(text, failures=(failure("IndexError", INDICES, 4),)) == [dedent(after)]


def test_scipys_functions_give_complex_numbers_outside_of_their_domain_as_before():
    text = "import scipy\nx = scipy.sqrt(-4.0), scipy.log2(8)\n"
    (found,) = fixed(text, lost("scipy.sqrt"), lost("scipy.log2"))[:1]
    assert "numpy.emath.sqrt(-4.0)" in found and numpy.emath.sqrt(-4.0) == 2j
    assert "numpy.cos(1)" in fixed("import scipy\nx = scipy.cos(1)\n", lost("scipy.cos"))[0]
