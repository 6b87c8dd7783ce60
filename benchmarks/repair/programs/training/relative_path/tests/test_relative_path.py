from relative_path import relative, resolve


def test_sibling():
    assert relative("/docs/a", "/docs/b") == "../b"


def test_same():
    assert relative("/docs", "/docs") == "."


def test_below():
    assert relative("/docs", "/docs/img/x.png") == "img/x.png"


def test_above():
    assert relative("/docs/guide/intro", "/docs") == "../.."


def test_other_branch():
    assert relative("/blog/2024", "/img/logo") == "../../img/logo"


def test_from_the_root():
    assert relative("/", "/index.html") == "index.html"


def test_resolve():
    assert resolve("/docs/a", "../b/./c") == "/docs/b/c"


def test_resolve_from_the_root():
    assert resolve("/docs", "/img") == "/img"


def test_resolve_too_far_up():
    assert resolve("/docs", "../../x") == "/x"
