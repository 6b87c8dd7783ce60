"""Integers that NumPy no longer wraps: each fix runs, and gives what the old release gave."""

import numpy as np
import pytest

from testfix_pipeline.core.records import Failure, Frame
from testfix_pipeline.repair.languages.python.libraries.sources.expression_rules import expression_fixes
from testfix_pipeline.repair.languages.python.libraries.sources.wrapped_integers import (
    is_wrapped_integer,
    wrapped_integers,
)
from testfix_pipeline.repair.languages.python.source import SourceFile


def raised(text: str, line: int) -> Failure:
    """The failure of a text that is run with an array of bytes as `image`."""
    with pytest.raises(OverflowError) as error:
        exec(text, {"image": np.full(3, 10, np.uint8)})
    frames = [Frame(file="own.py", line=line, function="f")]
    return Failure(test="test_own.py::test", error_type="OverflowError", error=str(error.value), frames=frames)


def fixed(text: str, line: int) -> list[str]:
    found = wrapped_integers([raised(text, line)], {"own.py": SourceFile("own.py", text.encode())})
    return [fix.texts["own.py"] for fix in sorted(found, key=lambda fix: -fix.likelihood)]


@pytest.mark.parametrize(
    ("old", "new", "result"),
    [
        ("x = image + 300", "x = image + np.int64(300)", [310] * 3),
        ("x = -300 - image", "x = np.int64(-300) - image", [-310] * 3),
        ("x = image[1 + 0] * BIG", "x = image[1 + 0] * np.int64(BIG)", 3000),
        ("image[0] = -1; x = image", "image[0] = np.array(-1).astype(np.uint8); x = image", [255, 10, 10]),
        ("image += 300; x = image", "image += np.array(300).astype(np.uint8); x = image", [54] * 3),
        ("image.fill(-1); x = image", "image.fill(np.array(-1).astype(np.uint8)); x = image", [255] * 3),
        ("x = np.maximum(image, 300)", "x = np.maximum(image, np.int64(300))", [300] * 3),
    ],
)  # fmt: skip
def test_the_integer_is_converted(old, new, result):
    text = f"import numpy as np\nBIG = 300\n{old}\n"
    assert fixed(text, 3)[0] == text.replace(old, new)
    names = {"image": np.full(3, 10, np.uint8)}
    exec(fixed(text, 3)[0], names)
    assert names["x"].tolist() == result


def test_a_value_of_elsewhere_is_tried_and_others_are_not():
    text = "import numpy\ndef f(more):\n    return image + more * 2\nf(300)\n"
    lines = [one.splitlines()[2] for one in fixed(text, 3)]
    assert "    return image + numpy.int64(more * 2)" in lines
    assert not any("int64(2)" in one for one in lines)


def test_nothing_else_is_tried_where_the_integer_is_written_at_the_line():
    assert fixed("import numpy\nx = image[0] * 300 + image[1]\n", 2) == [
        "import numpy\nx = image[0] * numpy.int64(300) + image[1]\n"
    ]


def test_a_long_sum_elsewhere_in_the_file_is_no_obstacle():
    text = f"x = image + 256\ny = {' + '.join(['1'] * 1500)}\n"
    files = {"own.py": SourceFile("own.py", text.encode())}
    found = [fix.texts["own.py"] for fix in wrapped_integers([raised("x = image + 256\n", 1)], files)]
    assert found and found[0].startswith("import numpy\nx = image + numpy.int64(256)\n")


def test_numpy_is_imported_where_the_file_does_not():
    assert fixed("x = image + 256\n", 1)[:1] == ["import numpy\nx = image + numpy.int64(256)\n"]


@pytest.mark.parametrize("call", ["array([-1, 300], dtype='uint8')", "full(2, -1, dtype='uint8')"])
def test_a_new_array_is_converted_as_a_whole(call):
    text = f"import numpy as np\nx = np.{call}\n"
    files = {"own.py": SourceFile("own.py", text.encode())}
    assert is_wrapped_integer(raised(text, 2))
    (fix,) = expression_fixes([raised(text, 2)], [], files)
    names = {}
    exec(fix.texts["own.py"], names)
    assert names["x"].tolist() in ([255, 44], [255, 255]) and names["x"].dtype == np.uint8
