from dir_listing import Node, Printer, build


def draw(spec, **options):
    return Printer(**options).render(build(spec, "top"))


def test_dotfile_beside_folder():
    assert draw({"pkg": {"mod.py": 1}, ".cache": 9}) == "top/\n└── pkg/\n    └── mod.py"


def test_ignored_folder():
    assert draw({"build": {"x.o": 1}, "main.c": 2}, ignore=["build"]) == "top/\n└── main.c"


def test_only_hidden():
    assert draw({".a": 1, ".b": {}}) == "top/"


def test_several_left_out():
    spec = {"a.log": 1, "b.txt": 1, "c.log": 1, "d.txt": 1, "e.log": 1}
    assert draw(spec, ignore=["*.log"]) == "top/\n├── b.txt\n└── d.txt"


def test_nothing_left_out():
    assert draw({"a": 1, "b": 2, "c": 3}) == "top/\n├── a\n├── b\n└── c"


def test_hidden_inside_hidden_shown():
    assert draw({".x": {".y": 1}}, all_entries=True) == "top/\n└── .x/\n    └── .y"


def test_sizes_count_what_is_not_shown():
    assert draw({"a": {".b": 5}}, sizes=True) == "top/ (5)\n└── a/ (5)"


def test_single():
    assert Printer().render(Node("file")) == "file"
