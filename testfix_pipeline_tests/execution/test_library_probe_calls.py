"""The probe in the target's interpreter: calls and attributes that failing tests show, and how to change them."""

from pathlib import Path

from testfix_pipeline_tests.execution.library_probe import Probe, asserted, changes, known

SPREAD = "import arrays\n\n\ndef f():\n    return arrays.Array([1, 3]).spread()\n"


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


def test_a_call_that_a_conftest_file_dies_of(probed: Probe) -> None:
    files = {"own.py": "import shapeless\n\nSHOWN = shapeless.render('a', upper=True)\n"}
    files |= {"tests/conftest.py": "import own\n", "tests/test_own.py": "def test():\n    assert True\n"}
    found = probed(files, tests=("tests/test_own.py",))
    assert ("rename", "upper", "uppercase") in changes(found)


def test_a_keyword_is_dropped_only_where_the_library_says_so(probed: Probe) -> None:
    code = "import shapeless\n\n\ndef shown(text):\n    return shapeless.render(text, {}=True)\n"
    pretty, unknown = (changes(probed(*asserted(code.format(one), "a.shown('a')"))) for one in ("pretty", "zzz"))
    assert pretty[0][:2] == ("drop", "pretty")
    assert ("drop", "zzz") not in [one[:2] for one in unknown]


def test_a_keyword_that_a_base_class_does_not_know(probed: Probe) -> None:
    code = "import shapeless\n\n\ndef make():\n    return shapeless.Number(start=1)\n"
    found = probed(*asserted(code, "a.make().start_value == 1"))
    assert ("rename", "start", "start_value") in changes(found)


def test_what_another_function_of_the_library_says_of_a_keyword(probed: Probe) -> None:
    library = "def texts(*, length=0, unique_items=None):\n    return length\n\n\ndef other(**more):\n"
    library += "    if 'min_items' in more:\n        raise ValueError('`min_items` is gone, use `length` instead')\n"
    code = "import lists\n\n\ndef make():\n    return lists.texts(min_items=1)\n"
    found = probed(*asserted(code, "a.make() == 1"), more={"lists": library})
    assert changes(found)[0] == ("rename", "min_items", "length")


def test_half_of_the_letters_make_no_similar_name(probed: Probe) -> None:
    library = "class Data:\n    def __init__(self, schema=None, info=None):\n        self.info = info\n"
    code = "import tables\n\n\ndef make():\n    return tables.Data(bind=1)\n"
    assert changes(probed(*asserted(code, "a.make()"), more={"tables": library})) == []


def test_a_keyword_of_a_base_class_that_is_known_to_have_another_name(probed: Probe) -> None:
    library = "class Shape:\n    def __init__(self, *, edges=None):\n        self.edges = edges\n\n\n"
    library += "class Square(Shape):\n    pass\n"
    code = "import shapes\n\n\ndef make():\n    return shapes.Square(begin=1)\n"
    known = {"use": ["edges"], "last": "shapes 1", "says": "edges in place of begin"}
    removed = {"shapes.Shape.__init__(begin)": known}
    found = probed(*asserted(code, "a.make().edges == 1"), removed=removed, more={"shapes": library})
    assert changes(found) == [("rename", "begin", "edges")]


def test_a_keyword_is_not_dropped_where_the_documentation_says_what_replaces_it(probed: Probe) -> None:
    library = (
        "def field(default=None, *, turned=None):\n"
        '    """\n    .. deprecated:: 17.4 *convert*\n    .. versionadded:: 17.4\n'
        '        *turned* as a replacement for the deprecated *convert*\n    """\n    return turned\n'
    )
    code = "import fields\n\n\ndef f():\n    return fields.field(convert=int)\n"
    found = changes(probed(*asserted(code, "a.f() is int"), more={"fields": library}))
    assert found == [("rename", "convert", "turned")]


def test_a_parameter_that_has_the_keyword_for_a_word_comes_before_one_whose_documentation_has_it(probed: Probe) -> None:
    library = (
        'def train(x, vector_size=3, even=True):\n    """Train.\n\n    even : bool\n        Even the size.\n    """\n'
    )
    code = "import models\n\n\ndef f(x):\n    return models.train(x, size=4)\n"
    found = changes(probed(*asserted(code, "a.f(1) is None"), more={"models": library}))
    assert [new for _, _, new in found] == ["vector_size"]


def test_a_keyword_that_an_error_names(probed: Probe) -> None:
    library = (
        "class Refused(Exception):\n    pass\n\n\n"
        "def load(x, *, allow_any=False):\n"
        "    if not allow_any:\n        raise Refused('not loaded where allow_any=False')\n    return x\n\n\n"
    )
    code = "import refusing\n\n\ndef f(x):\n    return refusing.load(x), refusing.load('y')\n"
    found = probed(*asserted(code, "a.f('x')"), more={"refusing": library})
    by_name = {call["name"]: call["changes"] for call in found["calls"]}
    assert [one["new"] for one in by_name["load"]] == [["allow_any", "True"]] * 2
    assert [len(one["sites"]) for one in by_name["load"]] == [2, 1], "all such calls, and the one that failed"


def test_a_function_that_the_message_of_a_lost_method_names(probed: Probe) -> None:
    library = (
        "def spread(array):\n    return max(array) - min(array)\n\n\n"
        "class Array(list):\n    def __getattr__(self, name):\n"
        "        raise AttributeError('`spread` was removed. Use `arrays.spread(array, ...)` instead.')\n"
    )
    (attribute,) = probed(*asserted(SPREAD, "a.f() == 2"), more={"arrays": library})["attributes"]
    assert [(one["module"], one["name"]) for one in attribute["candidates"]] == [("arrays", "spread")]
    assert attribute["message"].startswith("`spread` was removed.")


def test_what_objects_are_given_and_the_message_of_a_lost_attribute_names(probed: Probe) -> None:
    library = (
        "class Vectors:\n    def __init__(self):\n        self.key_to_index = {}\n\n    @property\n"
        '    def vocab(self):\n        raise AttributeError("Use Vectors\'s .key_to_index dict instead.")\n'
    )
    code = "import vectors\n\n\ndef f():\n    return vectors.Vectors().vocab\n"
    (attribute,) = probed(*asserted(code, "a.f() == {}"), more={"vectors": library})["attributes"]
    assert [(one["name"], one["source"]) for one in attribute["candidates"]][:1] == [("key_to_index", "message")]


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
    assert changes(found) == [("name", "", ["axis"])]


def test_a_keyword_that_is_known_to_be_gone_with_nothing_in_its_place(probed: Probe) -> None:
    code = "import shapeless\n\n\ndef f(x):\n    return shapeless.scale(x, 2, loop=None)\n"
    found = probed(*asserted(code, "a.f(2) == 4"), removed={"shapeless.scale(loop)": known()})
    assert changes(found) == [("drop", "loop", "")]


def test_a_keyword_that_is_gone_from_the_first_method_of_a_base_class(probed: Probe) -> None:
    library = (
        "class Field:\n    def __init__(self, *, load_default=None, metadata: 'dict[str, Any] | None' = None):\n"
        "        self.value = load_default\n\n\nclass Number(Field):\n    pass\n"
    )
    code = "import fields\n\n\ndef f():\n    return fields.Number(missing=2).value\n"
    gone = {"fields.Field.__init__(missing)": known("load_default")}
    found = probed(*asserted(code, "a.f() == 2"), more={"fields": library}, removed=gone)
    assert ("rename", "missing", "load_default") in changes(found)


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


def test_what_further_callables_take_by_keyword_is_not_given_by_place_to_one_that_does_not_pass_places_on(
    probed: Probe,
) -> None:
    library = (
        "class Decoder:\n    def __init__(self, *, hook=None):\n        self.hook = hook\n\n\n"
        "def loads(text, **more):\n    return text, Decoder(**more)\n"
    )
    code = "import texts\n\n\ndef f(text):\n    return texts.loads(text, coding='utf-8')\n"
    found = probed(*asserted(code, "a.f('x')"), more={"texts": library})
    assert "name" not in [what for what, _, _ in changes(found)]


def test_errors_that_a_server_logs_are_seen(probed: Probe) -> None:
    code = (
        "import logging\nimport shapeless\n\n\ndef answer(text):\n    try:\n"
        "        return 200, shapeless.render(text, upper=True)\n    except Exception:\n"
        "        logging.getLogger('own').exception('no answer')\n        return 500, ''\n"
    )
    assert ("rename", "upper", "uppercase") in changes(probed(*asserted(code, "a.answer('x')[0] == 200")))


def test_a_switch_has_not_become_a_number(probed: Probe, tmp_path: Path) -> None:
    library = "def popped(items, %s):\n    return items\n"
    (tmp_path / "site" / "before").mkdir(parents=True)
    (tmp_path / "site" / "before" / "heaps.py").write_text(library % "last=True")
    files, tests = asserted("import heaps\n\n\ndef f():\n    return heaps.popped([1], last=False)\n", "a.f()")
    old = [{"folder": str(tmp_path / "site" / "before"), "name": "heaps", "version": "1.0"}]
    for parameter, renames in (("index=-1", []), ("end=True", [("rename", "last", "end")])):
        answer = probed(files, tests, more={"heaps": library % parameter}, old=old)
        assert [one for one in changes(answer) if one[0] == "rename"] == renames
