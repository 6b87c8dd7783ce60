from ignore_rules import IgnoreList


def test_exception_before_the_rule_is_useless():
    ignored = IgnoreList("!keep.log\n*.log")
    assert ignored.ignores("keep.log")


def test_back_and_forth():
    ignored = IgnoreList("*\n!*.py\ntest_*.py\n!test_main.py")
    assert ignored.keep(["a.txt", "a.py", "test_a.py", "test_main.py"]) == ["a.py", "test_main.py"]


def test_folder_is_brought_back():
    ignored = IgnoreList("out*/\n!output/")
    assert not ignored.ignores("output/a")
    assert ignored.ignores("outside/a")


def test_deciding_rule_of_two_alike():
    ignored = IgnoreList("*.log\na.*")
    assert ignored.deciding_rule("a.log").text == "a.*"
    assert ignored.deciding_rule("b.log").text == "*.log"
    assert ignored.deciding_rule("b.txt") is None


def test_added_rule_wins():
    ignored = IgnoreList("!a.txt")
    assert not ignored.ignores("a.txt")
    ignored.add("*.txt")
    assert ignored.ignores("a.txt")
    ignored.add("!a.txt")
    assert not ignored.ignores("a.txt")
