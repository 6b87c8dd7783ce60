from dir_listing import Printer, build, count

PROJECT = {
    "src": {"main.py": 120, "util.py": 30},
    "README.md": 10,
    "docs": {"index.md": 5},
}


def lines(spec, **options):
    return Printer(**options).render(build(spec)).split("\n")


def test_total():
    assert build(PROJECT).total == 165


def test_count():
    assert count(build(PROJECT)) == (2, 4)


def test_one_file():
    assert lines({"a.txt": 1}) == [".", "└── a.txt"]


def test_nested():
    assert lines(PROJECT) == [
        ".",
        "├── docs/",
        "│   └── index.md",
        "├── src/",
        "│   ├── main.py",
        "│   └── util.py",
        "└── README.md",
    ]


def test_last_folder():
    assert lines({"a": {"x": 1}, "b": {"y": 1}}) == [".", "├── a/", "│   └── x", "└── b/", "    └── y"]


def test_hidden_entries():
    assert lines({".git": {"HEAD": 1}, "a.py": 1, "b.py": 1}) == [".", "├── a.py", "└── b.py"]


def test_hidden_entries_wanted():
    assert lines({".env": 1, "a.py": 1}, all_entries=True) == [".", "├── .env", "└── a.py"]


def test_ignored():
    assert lines({"a.py": 1, "b.pyc": 1, "lib": {"c.pyc": 1, "d.py": 1}}, ignore=["*.pyc"]) == [
        ".",
        "├── lib/",
        "│   └── d.py",
        "└── a.py",
    ]


def test_depth():
    assert lines(PROJECT, depth=1) == [".", "├── docs/", "├── src/", "└── README.md"]


def test_sizes():
    assert lines({"src": {"a.py": 3, "b.py": 4}}, sizes=True) == [
        ". (7)",
        "└── src/ (7)",
        "    ├── a.py (3)",
        "    └── b.py (4)",
    ]


def test_empty_folder():
    assert lines({"empty": {}}) == [".", "└── empty/"]
