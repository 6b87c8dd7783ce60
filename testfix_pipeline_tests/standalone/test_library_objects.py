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
