from recent import RecentFiles


def test_the_newest_again():
    recent = RecentFiles()
    for path in "abb":
        recent.opened(path)
    assert recent.paths == ["b", "a"]


def test_many():
    recent = RecentFiles(limit=4)
    for path in "abcdebadc":
        recent.opened(path)
    assert recent.paths == ["c", "d", "a", "b"]
