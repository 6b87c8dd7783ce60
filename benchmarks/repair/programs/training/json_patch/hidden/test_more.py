import pytest

from jsonpatch import Pointer


@pytest.mark.parametrize("parts", [["~1"], ["~01", "/"], ["~0"], ["a~1b", "~~//"], [""]])
def test_there_and_back(parts):
    pointer = Pointer.of(*parts)
    assert pointer.parts == parts
    assert str(Pointer(str(pointer))) == str(pointer)
