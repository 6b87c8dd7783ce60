"""What ruff says of lost names, whatever the program's own text looks like."""

from collections.abc import Callable
from pathlib import Path

from testfix_pipeline.repair.languages.python.libraries.inquiry.answer import LostName, Substitute
from testfix_pipeline.repair.languages.python.libraries.sources.codemod_names import with_codemods
from testfix_pipeline_tests.repair.languages.python.libraries.test_library_fixes import question
from testfix_pipeline_tests.repair.languages.python.libraries.test_name_rules import place


def test_what_ruff_would_write_comes_first(write: Callable[..., Path]) -> None:
    asked = question(write({"own.py": "try:\n    import numpy as np\nexcept ImportError:\n    np = None\n"}), "", "")
    near = Substitute(place("numpy.ma.in1d"), "submodule", "", 1.0, False)
    names = [
        LostName(place(full), False, "numpy", "2", (), (near,))
        for full in ("numpy.unknown", "numpy.float_", "numpy.int", "numpy.byte_bounds", "numpy.in1d")
    ]
    unknown, found, builtin, moved, advised = with_codemods(asked, names)
    assert unknown is names[0], "nothing is known of it"
    assert [one.place.full for one in found.substitutes] == ["numpy.float64", "numpy.ma.in1d"]
    assert found.substitutes[0].source == "codemod" and "ruff NPY201" in found.substitutes[0].evidence
    assert builtin.substitutes[0].place.full == "builtins.int"
    assert moved.substitutes[0].place.full == "numpy.lib.array_utils.byte_bounds"
    assert advised.substitutes[0].place.full == "numpy.isin", "what it says counts where it rewrites nothing"
