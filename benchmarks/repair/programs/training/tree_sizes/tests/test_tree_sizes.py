import pytest

from tree_sizes import Tree, human


@pytest.fixture
def tree():
    return Tree(
        [
            ("src/app/main.py", 3000),
            ("src/app/util.py", 1000),
            ("src/setup.py", 500),
            ("docs/guide.md", 1500),
            ("README", 100),
        ]
    )


def test_sizes(tree):
    assert tree.size() == 6100
    assert tree.size("src") == 4500
    assert tree.size("src/app") == 4000


def test_human():
    assert human(1023) == "1023 B"
    assert human(1536) == "1.5 KiB"
    assert human(5 * 1024**3) == "5.0 GiB"


def test_report(tree):
    assert tree.report(2) == [
        "6.0 KiB in 5 files",
        "  src/ 4.4 KiB 74%",
        "    app/ 3.9 KiB 66%",
        "  docs/ 1.5 KiB 25%",
    ]


def test_largest(tree):
    assert tree.largest(2) == ["src/app/main.py", "docs/guide.md"]


def test_add_later(tree):
    assert tree.size() == 6100
    tree.add("src/app/new/x.bin", 900)
    assert tree.size() == 7000
    assert tree.size("src/app") == 4900


def test_replace(tree):
    assert tree.size("docs") == 1500
    tree.add("./docs/guide.md", 10)
    assert tree.size("docs") == 10


def test_remove(tree):
    assert tree.size("src") == 4500
    tree.remove("src/app/util.py")
    assert tree.size("src/app") == 3000
    assert tree.size("src") == 3500
    assert tree.size() == 5100


def test_remove_last_file_of_folder(tree):
    tree.remove("docs/guide.md")
    with pytest.raises(FileNotFoundError):
        tree.size("docs")
    assert tree.report() == ["4.5 KiB in 4 files", "  src/ 4.4 KiB 98%"]


def test_remove_unknown(tree):
    with pytest.raises(FileNotFoundError):
        tree.remove("docs/nothing")
