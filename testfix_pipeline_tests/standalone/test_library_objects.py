"""`repair_project` on attributes that objects of a newer library hold elsewhere, and on its new defaults."""

from testfix_pipeline_tests.standalone.conftest import Repairer

MODEL = """\
class _Vectors:
    def nearest(self, word):
        return word[::-1]


class Model:
    def __init__(self):
        self.vectors = _Vectors()
        self.index_to_key = ["a", "b"]

    def index_all(self):
        return []
"""


def test_an_attribute_that_something_in_the_object_has(updated: Repairer) -> None:
    own = (
        "import shapeless\n\n\ndef nearest(word):\n    return shapeless.Model().nearest(word)\n\n\n"
        "def through(word):\n    return shapeless.Model().vectors.nearest(word)\n"
    )
    test = (
        "import own\n\n\ndef test_nearest():\n    assert own.nearest('ab') == 'ba'\n\n\n"
        "def test_through():\n    assert own.through('ab') == 'ba'\n"
    )
    report = updated({"own.py": own, "test_own.py": test}, library={"__init__.py": MODEL})
    assert report.outcome == "fixed"
    assert report.diff.count("\n+") == 2, "what names the inner object already is left alone"
    assert "+    return shapeless.Model().vectors.nearest(word)\n" in report.diff


def test_an_attribute_that_the_object_was_given_under_another_name(updated: Repairer) -> None:
    own = "import shapeless\n\n\ndef first():\n    model = shapeless.Model()\n    return model.index_2_key[0]\n"
    test = "import own\n\n\ndef test_first():\n    assert own.first() == 'a'\n"
    report = updated({"own.py": own, "test_own.py": test}, library={"__init__.py": MODEL})
    shown = report.diff + "".join(bug.patch.diff for bug in report.bugs if bug.patch)
    assert "+    return model.index_to_key[0]\n" in shown
    assert "index_all" not in shown, "what the program does not call is no method"


def test_a_default_that_a_library_is_known_to_have_changed(updated: Repairer) -> None:
    own = "import yaml\n\n\ndef written(values):\n    return yaml.safe_dump({'a': values})\n"
    test = "import own\n\n\ndef test_written():\n    assert own.written([1, 2]) == 'a: [1, 2]\\n'\n"
    report = updated({"own.py": own, "test_own.py": test, "requirements.txt": "PyYAML==5.0\n"})
    assert report.outcome == "fixed"
    assert "+    return yaml.safe_dump({'a': values}, default_flow_style=None)\n" in report.diff
    assert "the default of default_flow_style" in str(report.bugs[0].updates[0])


def test_a_default_is_not_tried_where_a_name_is_lost(updated: Repairer) -> None:
    own = "import yaml\nfrom yaml import nothing_like_it\n\n\ndef written(values):\n    return yaml.dump(values)\n"
    test = "import own\n\n\ndef test_written():\n    assert own.nothing_like_it(own.written([1]))\n"
    report = updated({"own.py": own, "test_own.py": test}, seconds=20)
    assert not any("default_flow_style" in note for bug in report.bugs for note in bug.notes)
