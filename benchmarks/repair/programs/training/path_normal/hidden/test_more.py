from path_normal import normal, within


def test_three_up():
    assert normal("../../../x") == "../../../x"


def test_up_after_a_name():
    assert normal("a/../../../b") == "../../b"


def test_only_up():
    assert normal("../..") == "../.."


def test_name_after_up():
    assert normal("../a/../b") == "../b"


def test_absolute():
    assert normal("/../../x/..") == "/"


def test_outside():
    assert not within("../../notes/a", "notes")
