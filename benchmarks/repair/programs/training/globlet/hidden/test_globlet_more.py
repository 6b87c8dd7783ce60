from globlet import Pattern, select


def fits(source, text, **options):
    return Pattern(source, **options).matches(text)


def test_star_alone():
    assert fits("*", "abc")
    assert fits("*", "")
    assert not fits("*", "a/b")
    assert not fits("*", "/")
    assert not fits("*", "a/")


def test_star_up_to_slash():
    assert fits("*/b", "a/b")
    assert fits("*/b", "/b")
    assert not fits("*/b", "a/x/b")


def test_two_parts():
    assert fits("*/*", "a/b")
    assert not fits("*/*", "a")
    assert not fits("*/*", "a/b/c")


def test_star_at_the_end():
    assert fits("src/*", "src/a")
    assert fits("src/*", "src/")
    assert not fits("src/*", "src/a/b")


def test_star_before_slash():
    assert fits("a*/c", "abb/c")
    assert fits("a*/c", "a/c")
    assert not fits("a*c", "a/c")
    assert not fits("a*c", "ab/bc")


def test_star_and_double_star():
    assert fits("*/**", "a/b/c")
    assert fits("**/*.py", "a/b/c.py")
    assert not fits("**/x*.py", "a/xb/c.py")


def test_several_stars_in_one_part():
    assert fits("a*b*/c*", "axbx/cx")
    assert not fits("a*b*", "a/b")


def test_long_name():
    assert fits("*.tar.*", "backup.2024.tar.gz")
    assert not fits("*.tar.*", "old/backup.tar.gz")


def test_ignore_case_with_folder():
    assert fits("SRC/*.Py", "src/A.PY", ignore_case=True)
    assert not fits("SRC/*.Py", "src/b/A.PY", ignore_case=True)


def test_exclude_one_level():
    names = ["build/a", "build/b/c", "main"]
    assert select(names, exclude=["build/*"]) == ["build/b/c", "main"]


def test_star_with_set():
    assert fits("*[0-9]", "abc5")
    assert not fits("*[0-9]", "a/5")


def test_double_star_still_deep():
    assert fits("a/**/d", "a/b/c/d")
    assert fits("**b", "a/b")
