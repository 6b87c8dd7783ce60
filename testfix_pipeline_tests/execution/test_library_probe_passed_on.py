"""The probe in the target's interpreter: keywords that `partial` and `super()` pass on to a library."""

from testfix_pipeline_tests.execution.library_probe import Probe, asserted


def test_a_keyword_that_partial_passes_on_is_renamed_where_that_is_called(probed: Probe) -> None:
    library = "def dumps(data, indent_size=1):\n    return data\n"
    code = "from functools import partial\nimport packs\n\nDUMP = partial(packs.dumps, indent=2)\n"
    files, tests = asserted(code, "a.DUMP(1) == 1")
    (call,) = probed(files, tests, more={"packs": library})["calls"]
    (change,) = call["changes"]
    assert (change["what"], change["new"]) == ("rename", "indent_size")
    assert [one["position"][:2] for one in change["sites"]] == [[4, 7]]


def test_a_keyword_that_super_passes_on_to_the_class_of_a_library(probed: Probe) -> None:
    library = "class Lookup:\n    def __init__(self, folders_list=()):\n        pass\n"
    code = "import packs\n\n\nclass Own(packs.Lookup):\n    def __init__(self):\n        super().__init__(folders=[])\n"
    (call,) = probed(*asserted(code, "a.Own()"), more={"packs": library})["calls"]
    assert [(one["what"], one["new"]) for one in call["changes"]] == [("rename", "folders_list")]
