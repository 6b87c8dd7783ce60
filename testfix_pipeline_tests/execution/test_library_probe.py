"""The probe in the target's interpreter: names that real libraries have lost, and what may stand for them."""

from pathlib import Path

from testfix_pipeline_tests.execution.library_probe import Probe, asserted, changes, known, names
from testfix_pipeline_tests.libraries import write_release


def test_names_that_real_libraries_have_lost(probed: Probe) -> None:
    found = names(
        probed(
            {
                "page.py": (
                    "import collections, fractions, inspect\nimport jinja2 as j\nfrom jinja2 import Markup\n\n\n"
                    "def f(x):\n    if isinstance(x, collections.Mapping):\n        return j.escape(x), Markup(x)\n"
                    "    return fractions.gcd(x, 2), inspect.getargspec(f), j.Template\n"
                )
            }
        )
    )
    assert found["jinja2.Markup"][0] == "markupsafe.Markup"
    assert found["jinja2.escape"][0] == "markupsafe.escape"
    assert found["collections.Mapping"][0] == "collections.abc.Mapping"
    assert found["fractions.gcd"] == ["math.gcd"]
    assert found["inspect.getargspec"][0] == "inspect.getfullargspec"
    assert len(found) == 5, "what is there is not missing"


def test_what_the_program_is_prepared_for_is_not_missing(probed: Probe) -> None:
    text = (
        "from typing import TYPE_CHECKING\nimport contextlib, shapeless\n"
        "try:\n    from shapeless import one\nexcept ImportError:\n    one = None\n"
        "if TYPE_CHECKING:\n    from shapeless import two\n"
        "with contextlib.suppress(ImportError):\n    from shapeless import three\n"
        "four = shapeless.four if hasattr(shapeless, 'four') else None\n"
    )
    assert names(probed({"own.py": text})) == {}
    assert list(names(probed({"own.py": text}, forced=(("own.py", 4),)))) == ["shapeless.one"], "a test failed there"


def test_own_modules_and_what_they_shadow_are_left_alone(probed: Probe) -> None:
    text = "import helper\nimport shapeless\nhelper.nothing\n\n\ndef f(shapeless):\n    return shapeless.nothing\n"
    assert names(probed({"own.py": text, "helper.py": ""})) == {}


def test_a_package_that_spans_the_project_and_a_library(probed: Probe) -> None:
    files = {
        "joint/own/__init__.py": "",
        "joint/own/page.py": "import joint.own.gone\nfrom joint.client.beta import Client\n",
        "joint/own/other.py": "class Client:\n    pass\n",
    }
    more = {"joint/client": "class Client:\n    pass\n"}
    assert names(probed(files, more=more)) == {"joint.client.beta": ["joint.client"]}


def test_how_a_name_is_used_decides_what_may_stand_for_it(probed: Probe) -> None:
    called = names(probed({"own.py": "import shapeless\nshapeless.Metres(1, 2, 3)\n"}))
    raised = names(probed({"own.py": "import shapeless\n\n\ndef f():\n    raise shapeless.new_thing\n"}))
    based = names(probed({"own.py": "import shapeless\n\n\nclass A(shapeless.newthing):\n    pass\n"}))
    assert called["shapeless.Metres"] == []
    assert raised["shapeless.new_thing"] == [], "nothing that can be raised is called so"
    assert based["shapeless.newthing"][0] == "shapeless.NewThing"


def test_a_module_that_moved(probed: Probe) -> None:
    imports = ("lengths.units import Metre", "toolz import sums", "new_thing import x")
    found = names(probed({"own.py": "".join(f"from shapeless.{one}\n" for one in imports)}))
    assert found["shapeless.lengths.units"][0] == "shapeless.units"
    assert found["shapeless.toolz"][0] == "shapeless.tools"
    assert found["shapeless.new_thing"] == [], "only a module stands for a module"


def test_a_module_of_a_near_name_stands_for_no_function_as_far_as_known(probed: Probe) -> None:
    more = {
        "graphs": {"__init__.py": "from graphs import connected\n", "connected.py": "def number(graph):\n    pass\n"}
    }
    text = "import graphs\nSPLIT = {1: graphs.connected_parts}\n"
    assert names(probed({"own.py": text}, more=more))["graphs.connected_parts"] == []
    read = names(probed({"own.py": "import graphs\nSPLIT = graphs.connectd.number\n"}, more=more))
    assert read["graphs.connectd"][0] == "graphs.connected", "the program reads what the module has"


def test_files_that_cannot_be_read_and_hostile_output_do_no_harm(probed: Probe) -> None:
    found = probed(
        {
            "broken.py": "def f(:\n",
            "own.py": "import shapeless\nprint('{\"missing\": 3}')\n\n\ndef f():\n    return shapeless.zzz\n",
            "test_own.py": "import own\n\n\ndef test_f():\n    print('{}')\n    own.f()\n",
        },
        tests=("test_own.py::test_f",),
    )
    assert names(found) == {"shapeless.zzz": []}


def test_an_alias_of_a_builtin_and_a_near_name_elsewhere(probed: Probe) -> None:
    found = probed({"a.py": "import shapeless as s\nfrom shapeless import as_metre\nx = s.float(1), as_metre()\n"})
    assert names(found)["shapeless.float"][0] == "builtins.float"
    assert names(found)["shapeless.as_metre"] == ["shapeless.units.Metre"]


def test_a_constant_is_no_function_that_is_spelled_alike_elsewhere_and_no_private_name_comes_before_a_public_one(
    probed: Probe,
) -> None:
    library = "def _nodes():\n    pass\n\n\ndef nodelist():\n    pass\n"
    found = probed(
        {"a.py": "import shapeless as s\nimport graphs\nx = s.METRE, graphs.node()\n"}, more={"graphs": library}
    )
    assert names(found)["shapeless.METRE"] == []
    assert names(found)["graphs.node"][:1] == ["graphs.nodelist"]


def test_what_is_not_installed_at_all_is_no_lost_name_unless_a_test_dies_of_it(probed: Probe) -> None:
    files = {"a.py": "import nowhere_installed\nimport distutils.nothing\n"}
    assert ".nowhere_installed" not in names(probed(files))
    assert ".nowhere_installed" in names(probed(files, forced=(("a.py", 1),)))
    answer = probed(files, forced=(("a.py", 1),), standard=("nowhere_installed",))
    assert {one["library"] for one in answer["missing"]} == {"Python"}, "it had that once"


def test_what_a_table_knows_of_names_attributes_and_keywords_that_are_gone(probed: Probe) -> None:
    removed = {
        "shapeless.area": known("shapeless.nothing", "shapeless.units.Metre"),
        "shapeless.core.Client.everything": known("shapeless.Client.fetch_all", "shapeless.units.Metre"),
        "shapeless.Field.__init__(begin)": known("start_value"),
    }
    code = (
        "import shapeless\n\n\nclass Own(shapeless.Client):\n    pass\n\n\n"
        "def f():\n    return shapeless.area\n\n\n"
        "def g():\n    return Own('x').everything('y')\n\n\ndef h():\n    return shapeless.Number(begin=1)\n"
    )
    found = probed(*asserted(code, "a.g()", "a.h()"), removed=removed)
    assert names(found)["shapeless.area"] == ["shapeless.units.Metre"], "what is there alone"
    assert [one["name"] for one in found["attributes"][0]["candidates"]][:2] == ["fetch_all", "Metre"]
    assert changes(found)[0] == ("rename", "begin", "start_value")


def test_what_a_library_only_passes_on_comes_from_the_standard_library_itself(probed: Probe) -> None:
    files = {"a.py": "import passing\n\nurl = passing.url_quote\n"}
    library = "from urllib.parse import quote\n\n\ndef own():\n    pass\n"
    for instead, place in (("passing.quote", "urllib.parse.quote"), ("passing.own", "passing.own")):
        found = probed(files, more={"passing": library}, removed={"passing.url_quote": known(instead)})
        assert names(found)["passing.url_quote"][0] == place


def test_names_that_tests_died_of_come_first(probed: Probe) -> None:
    text = "import shapeless\nshapeless.Metres\nshapeless.renders\n"
    assert list(names(probed({"own.py": text}, forced=(("own.py", 3),)))) == ["shapeless.renders", "shapeless.Metres"]


def test_what_stands_for_a_name_has_what_the_program_reads_of_it(probed: Probe) -> None:
    files = {"own.py": "import shapeless\n\n\ndef f():\n    return shapeless.Metre.length, shapeless.Metres.width\n"}
    found = names(probed(files))
    assert found["shapeless.Metre"] == ["shapeless.units.Metre"]
    assert found["shapeless.Metres"] == [], "a metre has no width"


def test_names_of_a_missing_module_have_homes_of_their_own(probed: Probe) -> None:
    files = {"a.py": "import shapeless.gone\n\n\ndef f():\n    return shapeless.gone.make, shapeless.gone.other\n"}
    found = names(probed(files, removed={"shapeless.gone.make": known("shapeless.units.Metre")}))
    assert found["shapeless.gone.make"] == ["shapeless.units.Metre"] and "shapeless.gone.other" not in found


def test_names_of_a_missing_module_that_the_old_release_names_others_for(probed: Probe, tmp_path: Path) -> None:
    text = 'def make():\n    """Deprecated: use :func:`shapeless.units.Metre` instead."""\n\n\ndef other():\n    pass\n'
    folder = write_release(tmp_path / "site" / "before", {"__init__.py": "", "gone.py": text})
    files = {"a.py": "from shapeless.gone import make, other\n"}
    found = names(probed(files, old=[{"folder": str(folder), "name": "shapeless", "version": "1"}]))
    assert found["shapeless.gone.make"] == ["shapeless.units.Metre"] and "shapeless.gone.other" not in found


def test_what_is_known_is_the_answer_where_a_test_that_is_looked_at_does_not_end(probed: Probe) -> None:
    files = {
        "own.py": "from shapeless import combine\n",
        "test_own.py": "import threading\n\n\ndef test_endless():\n    threading.Event().wait()\n",
    }
    answer = probed(files, tests=("test_own.py::test_endless",), limit=15)
    assert names(answer)["shapeless.combine"][0] == "shapeless.tools.sums.combine"
    assert answer["calls"] == []


def test_the_package_of_a_missing_module_may_have_its_names(probed: Probe) -> None:
    answer = probed({"own.py": "from shapeless.tools.older import parse_form, parse_strictly\n"})
    assert names(answer)["shapeless.tools.older"] == ["shapeless.tools.forms"]
    inner = probed({"own.py": "from shapeless.older import render, scale\n"})
    assert names(inner)["shapeless.older"] == [".shapeless"]


def test_the_package_has_what_a_chain_of_names_asks_a_missing_module_for(probed: Probe) -> None:
    code = "import shapeless\nx = shapeless.helper.scale(2, shapeless.old.NewThing)\ny = shapeless.old.gone\n"
    missing = {one["name"]: one["candidates"] for one in probed({"own.py": code})["missing"]}
    found = {name: [(one["module"], one["name"], one["source"]) for one in some] for name, some in missing.items()}
    assert found["helper"] == [("", "shapeless", "submodule")]
    assert found["old"] == [], "nothing has all of its names"


def test_the_home_of_names_of_a_missing_module_fits_what_the_program_does_with_them(probed: Probe) -> None:
    text = "from shapeless.older import Client\n\n\ndef f(client=None):\n    client = client or Client({})\n    {}\n"
    fitting = probed({"a.py": text.format("'x'", "return client.host")})
    refusing = probed({"a.py": text.format("'x', wait=1", "return client.host")})
    assert [one["name"] for one in fitting["missing"][0]["candidates"]] == ["shapeless"]
    assert names(refusing)["shapeless.older"] == [], "its keyword is gone"


def test_what_a_module_says_of_itself_no_other_module_says(probed: Probe) -> None:
    files = {"a.py": "import shapeless, other\n\nX = shapeless.__version__\n"}
    assert names(probed(files, more={"other": "__version__ = '1'\n"}))["shapeless.__version__"] == []


def test_a_name_that_a_class_of_the_module_holds(probed: Probe) -> None:
    library = "class common:\n    upper = staticmethod(str.upper)\n\n    def lower(self, x):\n        return x\n"
    text = "import holding\n\n\ndef f(x):\n    return holding.upper(x), holding.lower(x)\n"
    answer = probed({"a.py": text}, more={"holding": library})
    found = {one["name"]: [c["owner"] for c in one["candidates"]] for one in answer["missing"]}
    assert found == {"upper": ["common"], "lower": []}


def test_names_of_a_missing_package_that_another_module_has_in_their_place(probed: Probe) -> None:
    text = "from shapeless.gone.kinds import LooseMetre, measure\n\n\ndef f():\n    return measure(LooseMetre())\n"
    removed = {f"shapeless.gone.kinds.{name}": known("shapeless.units") for name in ("LooseMetre", "measure")}
    found = names(probed({"a.py": text}, removed=removed))
    assert found["shapeless.gone.kinds.LooseMetre"] == ["shapeless.units.Metre"]


def test_a_name_of_the_same_module_that_says_the_same_kind_of_thing(probed: Probe) -> None:
    library = "def unary_union(x):\n    return x\n\n\ndef buffer(x):\n    return x\n\n\ndef reunion(x):\n    return x\n"
    found = names(probed({"a.py": "import geo\ngeo.cascaded_union([])\n"}, more={"geo": library}))
    assert found["geo.cascaded_union"] == ["geo.unary_union"]


def test_a_name_that_shortens_the_words_of_another_one(probed: Probe) -> None:
    library = "def cumulative_trapezoid(y):\n    return y\n\n\ndef simpson(y):\n    return y\n"
    found = names(probed({"a.py": "import area\narea.cumtrapz(1)\narea.simps(1)\n"}, more={"area": library}))
    assert found == {"area.cumtrapz": ["area.cumulative_trapezoid"], "area.simps": ["area.simpson"]}


def test_what_is_known_of_a_name_that_a_package_passed_on(probed: Probe) -> None:
    library = "def from_rows(x):\n    return x\n\n\ndef _from_grids(x):\n    return x\n"
    text = "import grids\ngrids.from_table(1)\ngrids.from_grid(1)\n"
    removed = {"grids.convert.from_table": known("grids.from_rows"), "grids.Maker.from_grid": known("grids.from_rows")}
    answer = probed({"a.py": text}, more={"grids": library}, removed=removed)
    found = {one["name"]: [(c["name"], c["source"]) for c in one["candidates"]][:1] for one in answer["missing"]}
    assert found == {"from_table": [("from_rows", "removals")], "from_grid": [("_from_grids", "near name")]}


def test_a_function_that_took_the_place_of_a_method_is_named_where_it_is_at_home(probed: Probe) -> None:
    files = {
        "__init__.py": "def plain(text):\n    return text\n",
        "reader.py": "from pages import plain\n\n\nclass Reader:\n    pass\n",
    }
    code = "from pages.reader import Reader\n\n\ndef f():\n    return Reader().plain('a')\n"
    removed = {"pages.reader.Reader.plain": known("pages.plain")}
    (found,) = probed(*asserted(code, "a.f() == 'a'"), more={"pages": files}, removed=removed)["attributes"]
    assert found["candidates"][0]["module"] == "pages"


def test_a_private_name_is_less_likely_than_a_public_one(probed: Probe) -> None:
    library = "def _node():\n    pass\n\n\ndef nodes():\n    pass\n"
    found = names(probed({"a.py": "import graphs\ngraphs.node()\n"}, more={"graphs": library}))
    assert found["graphs.node"][0] == "graphs.nodes"


def test_the_package_of_a_missing_module_comes_before_others_that_have_its_names(probed: Probe) -> None:
    files = {
        "__init__.py": "",
        "making/__init__.py": "",
        "making/tools.py": "from plots.printing.c import Printer\n",
        "printing/__init__.py": "",
        "printing/c.py": "class Printer:\n    pass\n",
    }
    found = names(probed({"a.py": "from plots.printing.ccode import Printer\n"}, more={"plots": files}))
    assert found["plots.printing.ccode"][0] == "plots.printing.c"


def test_the_public_module_of_an_object_comes_in_place_of_the_private_one_and_a_private_one_alone_is_a_guess(
    probed: Probe,
) -> None:
    files = {
        "__init__.py": "",
        "_core/__init__.py": "",
        "_core/_run.py": "class Task:\n    pass\n\n\nclass Inner:\n    pass\n",
        "lowlevel.py": "from loops._core._run import Task\n",
    }
    known_places = {"loops.hazmat.Task": known("loops._core._run.Task")}
    text = "from loops import Inner\nfrom loops.hazmat import Task\n"
    found = probed({"a.py": text}, more={"loops": {**files, "hazmat.py": ""}}, removed=known_places)["missing"]
    assert {one["name"]: [(c["module"], c["source"]) for c in one["candidates"]] for one in found} == {
        "Task": [("loops.lowlevel", "removals")],
        "Inner": [("loops._core._run", "private module")],
    }


def test_a_private_function_that_an_old_one_called_is_a_guess(probed: Probe, tmp_path: Path) -> None:
    library = "def _format(x):\n    return x\n\n\ndef format_string(x):\n    return x\n"
    old = f"{library}\n\ndef format(x):\n    return _format(x)\n"
    folder = tmp_path / "site" / "before"
    folder.mkdir(parents=True)
    (folder / "words.py").write_text(old)
    before = [{"folder": str(folder), "name": "words", "version": "1.0"}]
    removed = {"words.format": known("words.format_string")}
    answer = probed({"a.py": "import words\nwords.format(1)\n"}, more={"words": library}, removed=removed, old=before)
    (found,) = answer["missing"]
    sources = {one["name"]: one["source"] for one in found["candidates"]}
    assert (sources["format_string"], sources["_format"]) == ("removals", "private module")


def test_a_function_of_the_standard_library_has_the_name_of_another_one_by_chance(probed: Probe) -> None:
    text = "import logging\nimport graphs\n\nlogging.info('')\ngraphs.info('a')\n"
    (found,) = probed({"a.py": text}, more={"graphs": ""})["missing"]
    assert {one["module"]: one["source"] for one in found["candidates"]}["logging"] == "namesake"
