"""The probe in the target's interpreter: calls whose callable is not at hand where they fail."""

from pathlib import Path

from testfix_pipeline_tests.execution.library_probe import Probe, asserted, changes


def test_a_keyword_that_super_passes_on_to_the_class_of_a_library(probed: Probe) -> None:
    library = "class Lookup:\n    def __init__(self, folders_list=()):\n        pass\n"
    code = "import packs\n\n\nclass Own(packs.Lookup):\n    def __init__(self):\n        super().__init__(folders=[])\n"
    (call,) = probed(*asserted(code, "a.Own()"), more={"packs": library})["calls"]
    assert [(one["what"], one["new"]) for one in call["changes"]] == [("rename", "folders_list")]


def test_what_the_old_release_did_with_a_keyword_that_a_new_method_refuses(probed: Probe, tmp_path: Path) -> None:
    old = (
        "class Token(str):\n    def __new__(cls, kind_, value, start=None, column=None, place=None):\n"
        "        made = super().__new__(cls, value)\n        made.start = start if start is not None else place\n"
        "        return made\n"
    )
    new = (
        "class Token(str):\n    def __new__(cls, *args, **kwargs):\n        return cls._made(*args, **kwargs)\n\n"
        "    @classmethod\n    def _made(cls, kind, value, start=None, column=None):\n"
        "        made = super().__new__(cls, value)\n        made.start = start\n        return made\n"
    )
    (tmp_path / "site" / "before" / "words").mkdir(parents=True)
    (tmp_path / "site" / "before" / "words" / "__init__.py").write_text(old)
    code = "from words import Token\n\n\ndef f(x):\n    return Token('WORD', x, place=3)\n"
    before = [{"folder": str(tmp_path / "site" / "before"), "name": "words", "version": "1.0"}]
    (call,) = probed(*asserted(code, "a.f('b').start == 3"), more={"words": new}, old=before)["calls"]
    first = call["changes"][0]
    assert (first["what"], first["new"], first["source"]) == ("rename", "start", "old release")
    assert [one["position"][0] for one in first["sites"]] == [5]


def test_a_method_that_the_error_names_of_what_another_call_gives(probed: Probe) -> None:
    library = (
        "class Frame:\n    def filled(self):\n        return self\n\n"
        "    def with_axis(self, labels, *, axis=0):\n        return axis\n"
    )
    code = "import packs\n\n\ndef f():\n    return packs.Frame().filled().with_axis([1], 1)\n"
    (call,) = probed(*asserted(code, "a.f() == 1"), more={"packs": library})["calls"]
    assert [(one["what"], one["new"]) for one in call["changes"]] == [("name", ["axis"])]


def test_a_method_that_the_error_names_of_two_classes_of_that_name_is_not_known(probed: Probe) -> None:
    library = (
        "class Frame:\n    def filled(self):\n        return self\n\n"
        "    def with_axis(self, labels, *, axis=0):\n        return axis\n"
    )
    other = library.replace("axis=0", "of_other=0").replace("return axis", "return 0")
    code = "import others\nimport packs\n\n\ndef f():\n    return packs.Frame().filled().with_axis([1], 1)\n"
    answer = probed(*asserted(code, "a.f() == 1"), more={"packs": library, "others": other})
    assert answer["calls"] == []


def test_a_class_with_a_first_method_of_its_own_is_not_called_as_its_base(probed: Probe) -> None:
    library = "class Handler:\n    def __init__(self, *, patterns=None):\n        self.patterns = patterns\n"
    code = (
        "import watching\n\n\nclass Own(watching.Handler):\n    def __init__(self, names):\n"
        "        super().__init__(names)\n\n\ndef f():\n    return Own(['a']).patterns\n"
    )
    (call,) = probed(*asserted(code, "a.f() == ['a']"), more={"watching": library})["calls"]
    assert [[site["position"] for site in one["sites"]] for one in call["changes"]] == [[[6, 8, 6, 31]]]


def test_a_keyword_among_further_ones_is_for_the_one_parameter_that_has_to_be_given(probed: Probe) -> None:
    library = "def send(folder, path, **more):\n    return folder + path, more\n"
    code = "import sending\n\n\ndef f(**more):\n    return sending.send('a', {})\n"
    for given, renamed in (
        ("filename='b'", [("rename", "filename", "path")]),
        ("old_path='b', large=True", [("rename", "old_path", "path")]),
        ("one='b', large=True", []),
        ("**more", []),
    ):
        assert changes(probed(*asserted(code.format(given), "a.f()"), more={"sending": library})) == renamed
