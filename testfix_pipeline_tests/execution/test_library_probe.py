"""The probe in the target's interpreter: what does not resolve, and what it offers, of real libraries."""

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

from testfix_pipeline.execution.processes.environment import IN_TARGET, target_environment
from testfix_pipeline.execution.processes.supervisor import ProcessLimits, run
from testfix_pipeline.execution.project import SandboxPolicy
from testfix_pipeline.execution.runners.pytest_runner import target_policy
from testfix_pipeline_tests.execution.targets import PLAIN, ours
from testfix_pipeline_tests.libraries import install

Probe = Callable[..., dict[str, Any]]


@pytest.fixture
def probed(tmp_path: Path, write: Callable[[Mapping[str, str]], Path]) -> Probe:
    """What the probe answers for a project of these files, beside version 2 of a library."""

    def ask(
        files: dict[str, str],
        tests: tuple[str, ...] = (),
        forced: tuple[tuple[str, int], ...] = (),
        removed: dict[str, Any] | None = None,
        limit: float = 90,
        more: Mapping[str, str] = MappingProxyType({}),
        **further: object,
    ) -> Any:
        root = write(files)
        site = str(install(tmp_path / "site"))
        for name, text in more.items():
            install(tmp_path / "site", files={"__init__.py": text}, name=name)
        project = replace(ours(sandbox=SandboxPolicy(read=(site,))), env={**PLAIN, "PYTHONPATH": site})
        own = [path for path in files if path.endswith(".py") and not path.startswith("test_")]
        asked = [[test, "", 0] for test in tests]
        order = {"root": str(root), "files": own, "tests": asked, "arguments": ["-q", "-p", "no:cacheprovider"],
                 "seconds": 60, "limit": limit, "forced": forced, "removed": removed or {},
                 **further}  # fmt: skip
        done = run(
            [str(project.interpreter), str(IN_TARGET / "testfix_library.py")],
            cwd=root,
            env=target_environment(project, root),
            limits=ProcessLimits(120),
            policy=target_policy(project),
            writable=[root],
            stdin=json.dumps(order).encode(),
        )
        assert done.returncode == 0, done.stderr.decode()
        return json.loads(done.stdout)

    return ask


def asserted(code: str, *expectations: str) -> tuple[dict[str, str], tuple[str, ...]]:
    """A module `a` with a test for each of these expectations of it: files and tests, as `probed` takes them."""
    tests = "".join(f"\n\ndef test_{place}():\n    assert {one}\n" for place, one in enumerate(expectations))
    return {"a.py": code, "test_a.py": f"import a\n{tests}"}, tuple(
        f"test_a.py::test_{place}" for place in range(len(expectations))
    )


def names(answer: dict[str, Any]) -> dict[str, list[str]]:
    """Each missing name with its candidates, both in full."""
    return {
        f"{one['module']}.{one['name']}": [f"{c['module']}.{c['name']}" for c in one["candidates"]]
        for one in answer["missing"]
    }


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


def test_calls_and_attributes_that_failing_tests_show(probed: Probe) -> None:
    found = probed(
        {
            "own.py": (
                "import shapeless\n\n\ndef opened(client):\n    return client.isOpen()\n\n\n"
                "def shown(text):\n    return shapeless.render(text, upper=True, pretty=True)\n"
            ),
            "pytest.ini": "[pytest]\naddopts = -n 2 -x\n",
            "test_own.py": (
                "import own, shapeless\n\n\ndef test_open():\n    assert own.opened(shapeless.Client('x'))\n\n\n"
                "def test_shown():\n    assert own.shown('a')\n"
            ),
        },
        tests=("test_own.py::test_open", "test_own.py::test_shown"),
    )
    (attribute,), (call,) = found["attributes"], found["calls"]
    assert (attribute["owner"], attribute["name"]) == ("Client", "isOpen")
    assert [one["name"] for one in attribute["candidates"]] == ["is_open"]
    first = call["changes"][0]
    assert (first["what"], first["old"], first["new"]) == ("rename", "upper", "uppercase")


def test_a_keyword_is_dropped_only_where_the_library_says_so(probed: Probe) -> None:
    code = "import shapeless\n\n\ndef shown(text):\n    return shapeless.render(text, {}=True)\n"
    pretty, unknown = (changes(probed(*asserted(code.format(one), "a.shown('a')"))) for one in ("pretty", "zzz"))
    assert pretty[0][:2] == ("drop", "pretty")
    assert ("drop", "zzz") not in [one[:2] for one in unknown]


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


def test_what_is_not_installed_at_all_is_no_lost_name_unless_a_test_dies_of_it(probed: Probe) -> None:
    files = {"a.py": "import nowhere_installed\nimport distutils.nothing\n"}
    assert ".nowhere_installed" not in names(probed(files))
    assert ".nowhere_installed" in names(probed(files, forced=(("a.py", 1),)))
    answer = probed(files, forced=(("a.py", 1),), standard=("nowhere_installed",))
    assert {one["library"] for one in answer["missing"]} == {"Python"}, "it had that once"


def changes(answer: dict[str, Any]) -> list[tuple[str, str, Any]]:
    return [(one["what"], one["old"], one["new"]) for call in answer["calls"] for one in call["changes"]]


def test_a_keyword_that_a_base_class_does_not_know(probed: Probe) -> None:
    code = "import shapeless\n\n\ndef make():\n    return shapeless.Number(start=1)\n"
    found = probed(*asserted(code, "a.make().start_value == 1"))
    assert ("rename", "start", "start_value") in changes(found)


def test_a_keyword_that_the_documentation_of_another_parameter_speaks_of(probed: Probe) -> None:
    code = "import shapeless\n\n\ndef mixed(x):\n    return shapeless.shuffled(x, seed=1)\n"
    assert changes(probed(*asserted(code, "len(a.mixed([1, 2])) == 2"))) == [("rename", "seed", "rng")]


def test_what_the_library_itself_gives_to_a_parameter_that_is_required_now(probed: Probe) -> None:
    code = "from shapeless.tools import forms\n\n\ndef f(x):\n    return forms.parse_form(x)\n"
    new = ["dialect", "Strict", "from shapeless.tools.forms import Strict"]
    assert changes(probed(*asserted(code, "a.f('x')"))) == [("add", "", new)]


def test_what_callers_in_the_library_pass_on_is_their_own_default_and_one_parameter_follows_the_other(
    probed: Probe,
) -> None:
    library = (
        "def handle(text, strict, depth):\n    return text\n\n\n"
        "def parse(text, strict=False, *, depth=3):\n    return handle(text, strict, depth)\n"
    )
    asked: list[list[tuple[str, str, object]]] = []
    for given in ("x", "x, strict=False"):
        code = f"import layers\n\n\ndef f(x):\n    return layers.handle({given})\n"
        asked.append(changes(probed(*asserted(code, "a.f('x')"), more={"layers": library})))
    assert asked == [[("add", "", ["strict", "False"])], [("add", "", ["depth", "3"])]]


def known(*use: str) -> dict[str, Any]:
    return {"use": use, "last": "shapeless 1.0", "says": "a warning"}


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


def test_a_keyword_that_an_error_names_or_a_switch_that_it_speaks_of(probed: Probe) -> None:
    library = (
        "class Refused(Exception):\n    pass\n\n\n"
        "def load(x, *, allow_any=False):\n"
        "    if not allow_any:\n        raise Refused('not loaded where allow_any=False')\n    return x\n\n\n"
        "def mean(x, numbers_only=False, fast=True):\n"
        "    if not numbers_only:\n"
        "        try:\n            float(x)\n        except ValueError as error:\n"
        "            raise TypeError('failed') from ValueError('these are no numbers')\n    return x\n"
    )
    code = (
        "import refusing\n\n\ndef f(x):\n    return refusing.load(x), refusing.load('y')\n\n\n"
        "def g(x):\n    return refusing.mean(x), refusing.mean(1)\n"
    )
    found = probed(*asserted(code, "a.f('x')", "a.g('x')"), more={"refusing": library})
    by_name = {call["name"]: call["changes"] for call in found["calls"]}
    assert [one["new"] for one in by_name["load"]] == [["allow_any", "True"]] * 2
    assert [len(one["sites"]) for one in by_name["load"]] == [2, 1], "all such calls, and the one that failed"
    assert [one["new"] for one in by_name["mean"]][:1] == [["numbers_only", "True"]]
    assert {one["source"] for one in by_name["mean"]} == {"said word"}


SPREAD = "import arrays\n\n\ndef f():\n    return arrays.Array([1, 3]).spread()\n"


def test_a_function_that_the_message_of_a_lost_method_names_and_what_libraries_warn_of(probed: Probe) -> None:
    library = (
        "import warnings\n\n\ndef spread(array):\n    return max(array) - min(array)\n\n\n"
        "class Array(list):\n    def __getattr__(self, name):\n"
        "        warnings.warn('`old` has been renamed to `new`', UserWarning)\n"
        "        raise AttributeError('`spread` was removed. Use `arrays.spread(array, ...)` instead.')\n"
    )
    found = probed(*asserted(SPREAD, "a.f() == 2"), more={"arrays": library})
    (attribute,) = found["attributes"]
    assert [(one["module"], one["name"]) for one in attribute["candidates"]] == [("arrays", "spread")]
    assert attribute["message"].startswith("`spread` was removed.")
    assert found["warnings"] == [{"text": "`old` has been renamed to `new`", "library": "arrays", "version": "2.0"}]


def test_a_name_that_a_class_of_the_module_holds_and_a_method_that_needs_an_object(probed: Probe) -> None:
    library = (
        "class common:\n    upper = staticmethod(str.upper)\n\n    def lower(self, x):\n        return x\n\n\n"
        "class Maker:\n    def make(self, x):\n        return x\n"
    )
    text = "import holding\n\n\ndef f(x):\n    return holding.upper(x), holding.lower(x), holding.make_one(x)\n"
    answer = probed(
        {"a.py": text}, more={"holding": library}, removed={"holding.make_one": known("holding.Maker.make")}
    )
    found = {one["name"]: [(c["owner"], c["needs_object"]) for c in one["candidates"]] for one in answer["missing"]}
    assert found == {"upper": [("common", False)], "lower": [], "make_one": [("Maker", True)]}


def test_names_of_a_missing_package_that_another_module_has_in_their_place(probed: Probe) -> None:
    text = "from shapeless.gone.kinds import LooseMetre, measure\n\n\ndef f():\n    return measure(LooseMetre())\n"
    removed = {f"shapeless.gone.kinds.{name}": known("shapeless.units") for name in ("LooseMetre", "measure")}
    found = names(probed({"a.py": text}, removed=removed))
    assert found["shapeless.gone.kinds.LooseMetre"] == ["shapeless.units.Metre"]


def test_a_callable_that_takes_the_items_of_a_list_one_by_one(probed: Probe) -> None:
    library = (
        "def chosen(*names, limit=1):\n    if not isinstance(names[0], str):\n"
        "        raise TypeError\n    return names\n"
    )
    code = (
        "from choices import chosen\n\n\ndef f(x):\n    return chosen([x, 'b'], limit=2)\n\n\n"
        "def g(x):\n    return chosen(x)\n"
    )
    (call,) = probed(*asserted(code, "a.f('x')"), more={"choices": library})["calls"]
    assert [(one["what"], len(one["sites"])) for one in call["changes"]] == [("spread", 1)]


def test_arguments_of_a_type_that_an_error_refuses(probed: Probe) -> None:
    library = "import operator\n\n\ndef zeros(n, fill=0):\n    return [fill] * operator.index(n)\n"
    code = "import arrays\n\n\ndef f(n):\n    return arrays.zeros(n / 2, fill=n)\n"
    found = probed(*asserted(code, "a.f(4) == [4, 4]"), more={"arrays": library})
    assert changes(found) == [("wrap", "", ["int", "0"])]


def test_the_class_of_a_lost_method_by_the_message_where_the_object_is_not_known(probed: Probe) -> None:
    library = (
        "class Array(list):\n    def __getattribute__(self, name):\n        if name == 'spread':\n"
        "            said = '`spread` was removed from the Array class. Use arrays.spread(x) instead.'\n"
        "            raise AttributeError(said)\n        return super().__getattribute__(name)\n\n\n"
        "def spread(x):\n    return max(x) - min(x)\n"
    )
    (found,) = probed(*asserted(SPREAD, "a.f() == 2"), more={"arrays": library})["attributes"]
    assert (found["owner"], [one["name"] for one in found["candidates"]]) == ("Array", ["spread"])


def test_the_call_that_failed_among_others_on_its_line(probed: Probe) -> None:
    library = (
        "class Table:\n    def drop(self, names, *, axis=0):\n        return names\n\n"
        "    def filled(self, style='plain'):\n        if style not in ('plain', 'bold'):\n"
        '            raise ValueError(\'style has to be one of {"plain", "bold"}\')\n        return style\n\n\n'
        "def table(rows):\n    return Table()\n"
    )
    code = (
        "import tables\n\n\ndef f(x):\n    t = tables.Table()\n    return t.drop(list(x), 1)\n\n\n"
        "def g(x):\n    return tables.table(list(x)).filled(style='fat')\n"
    )
    found = probed(*asserted(code, "a.f('x')", "a.g('x') == 'bold'"), more={"tables": library})
    assert {call["name"] for call in found["calls"]} == {"Table.drop", "Table.filled"}
    assert changes(found) == [
        ("name", "", ["axis"]),
        ("value", "style", '"plain"'),
        ("value", "style", '"bold"'),
    ]


def test_a_keyword_that_is_known_to_be_gone_with_nothing_in_its_place(probed: Probe) -> None:
    code = "import shapeless\n\n\ndef f(x):\n    return shapeless.scale(x, 2, loop=None)\n"
    found = probed(*asserted(code, "a.f(2) == 4"), removed={"shapeless.scale(loop)": known()})
    assert changes(found) == [("drop", "loop", "")]


def test_a_name_of_the_same_module_that_says_the_same_kind_of_thing(probed: Probe) -> None:
    library = "def unary_union(x):\n    return x\n\n\ndef buffer(x):\n    return x\n\n\ndef reunion(x):\n    return x\n"
    found = names(probed({"a.py": "import geo\ngeo.cascaded_union([])\n"}, more={"geo": library}))
    assert found["geo.cascaded_union"] == ["geo.unary_union"]


def test_a_keyword_from_a_dictionary_that_is_spread_into_the_call(probed: Probe) -> None:
    files = {
        "own_settings.py": "OTHER = {'start': 3}\nOPTIONS = {'label': 'n', 'start': 1}\nMORE = dict(start=2)\n",
        "a.py": "import shapeless\nimport own_settings as s\n\n\ndef f():\n    return shapeless.Number(**s.OPTIONS)\n",
        "test_a.py": "import a\n\n\ndef test_f():\n    assert a.f()\n",
    }
    library = "class Number:\n    def __init__(self, label, start_value=0):\n        self.start_value = start_value\n"
    (found,) = probed(files, ("test_a.py::test_f",), more={"shapeless": library})["calls"]
    renames = [one for one in found["changes"] if (one["what"], one["new"]) == ("rename", "start_value")]
    assert renames[0]["sites"] == [{"file": "own_settings.py", "position": [2, 10, 2, 36]}]


def test_an_attribute_that_the_program_asks_for_by_its_name_as_a_text(probed: Probe) -> None:
    library = (
        "class Inner:\n    pass\n\n\nclass Store:\n    def drop_table(self, name):\n        return name\n\n"
        "    def __getattr__(self, name):\n        return getattr(Inner(), name)\n"
    )
    files = {
        "a.py": "import stores\n\nACTS = {'forget': 'purge_table'}\n\n\n"
        "def act(store, name):\n    return getattr(store, ACTS[name])('x')\n",
        "b.py": "COLUMNS = ['purge_table']\n",
        "test_a.py": "import stores\nimport a\n\n\ndef test_f():\n    assert a.act(stores.Store(), 'forget') == 'x'\n",
    }
    (found,) = probed(files, ("test_a.py::test_f",), more={"stores": library})["attributes"]
    assert (found["owner"], found["candidates"][0]["name"]) == ("Store", "drop_table")
    assert found["sites"] == [{"file": "a.py", "position": [3, 18, 3, 31]}]


def test_a_keyword_that_other_functions_of_the_module_renamed_as_well(probed: Probe, tmp_path: Path) -> None:
    table = (
        "class Table:\n    def update(self, fields, doc_ids=None{0}):\n        return fields\n\n"
        "    def remove(self, doc_ids=None{0}):\n        return doc_ids\n\n"
        "    def count(self, ids=None):\n        return ids\n"
    )
    (tmp_path / "site" / "before" / "ledger").mkdir(parents=True)
    (tmp_path / "site" / "before" / "ledger" / "__init__.py").write_text("from ledger.base import Table\n")
    (tmp_path / "site" / "before" / "ledger" / "base.py").write_text(table.format(", eids=None"))
    own = (
        "from ledger import Table\n\nBOOK = Table()\n\n\ndef change(n):\n    return BOOK.update({}, eids=[n])\n\n\n"
        "def drop(n):\n    return BOOK.remove(eids=[n])\n\n\ndef count(n):\n    return BOOK.count(eids=[n])\n"
    )
    files, tests = asserted("import own\n", "a.own.change(1) == {}")
    old = [{"folder": str(tmp_path / "site" / "before"), "name": "ledger", "version": "1.0"}]
    answer = probed({**files, "own.py": own}, tests, more={"ledger": table.format("")}, old=old)
    renames = [one for call in answer["calls"] for one in call["changes"] if one["what"] == "rename"]
    assert renames[0]["source"] == "old release" and renames[0]["evidence"].endswith("so it is of remove, update")
    assert [(one["new"], [site["position"][0] for site in one["sites"]]) for one in renames[:1]] == [
        ("doc_ids", [7, 11])
    ]


def test_an_attribute_of_objects_that_the_old_release_had_under_another_name_too(probed: Probe, tmp_path: Path) -> None:
    row = "class Row:\n    def __init__(self, number):\n        self.number = number\n"
    old = "\n    @property\n    def eid(self):\n        warn('gone')\n        return self.number\n"
    (tmp_path / "site" / "before" / "ledger").mkdir(parents=True)
    (tmp_path / "site" / "before" / "ledger" / "rows.py").write_text(row + old)
    files, tests = asserted("import ledger\n\n\ndef f():\n    return ledger.Row(3).eid\n", "a.f() == 3")
    releases = [{"folder": str(tmp_path / "site" / "before"), "name": "ledger", "version": "1.0"}]
    (lost,) = probed(files, tests, more={"ledger": row}, old=releases)["attributes"]
    first = lost["candidates"][0]
    assert (first["name"], first["source"]) == ("number", "old release")


def test_a_variable_of_the_type_that_a_new_parameter_is_annotated_with(probed: Probe) -> None:
    library = (
        "class Context:\n    pass\n\n\nclass Option:\n    def label(self, ctx: 'Context', most: int = 3):\n"
        "        return 'label'\n"
    )
    code = (
        "import screens\n\n\ndef f(most):\n    around, option = screens.Context(), screens.Option()\n"
        "    return option.label()\n\n\ndef g(option):\n    return option.label()\n"
    )
    files, tests = asserted(code, "a.f(1) == 'label'")
    (call,) = probed(files, tests, more={"screens": library})["calls"]
    (change,) = call["changes"]
    assert (change["what"], change["new"], change["source"]) == ("add", ["ctx", "around"], "scope")
    assert [site["position"][0] for site in change["sites"]] == [6], "what `g` has at hand is not known"


def test_calls_with_other_numbers_of_arguments_that_are_keywords_only_now(probed: Probe) -> None:
    code = (
        "import views\n\n\ndef f():\n    return views.view(1, 2)\n\n\n"
        "def g():\n    return views.view(1, 2, 3), views.view(1)\n"
    )
    files, tests = asserted(code, "a.f() == 2")
    library = "def view(graph, *, node=0, edge=0):\n    return node\n"
    (call,) = probed(files, tests, more={"views": library})["calls"]
    (change,) = call["changes"]
    assert [(one["position"][0], one["path"]) for one in change["sites"]] == [(5, ["node"]), (9, ["node", "edge"])]
