import pytest

from tree import Folder, draw, largest


@pytest.fixture
def home():
    folder = Folder("home")
    for path, size in {"notes.txt": 5, "src/main.py": 20, "src/lib/util.py": 7, "Readme": 2}.items():
        folder.add(path, size)
    return folder


def test_empty():
    assert draw(Folder("nothing")) == ["nothing/ (0)"]
    assert largest(Folder("nothing")) is None


def test_size(home):
    assert home.size() == 34


def test_file_in_the_way(home):
    with pytest.raises(ValueError):
        home.add("Readme/more", 1)


def test_order(home):
    assert [name for name, _ in home.sorted_entries()] == ["src", "notes.txt", "Readme"]


def test_drawing(home):
    assert draw(home) == [
        "home/ (34)",
        "|-- src/ (27)",
        "|   |-- lib/ (7)",
        "|   |   `-- util.py (7)",
        "|   `-- main.py (20)",
        "|-- notes.txt (5)",
        "`-- Readme (2)",
    ]


def test_largest(home):
    assert largest(home) == ("src/main.py", 20)
