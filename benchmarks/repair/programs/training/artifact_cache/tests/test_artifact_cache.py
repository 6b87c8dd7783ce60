import pytest

from artifact_cache import Builder, CycleError


@pytest.fixture
def builder():
    builder = Builder()
    builder.add("util", "u")
    builder.add("core", "c", ["util"])
    builder.add("app", "a", ["core"])
    builder.add("docs", "d")
    return builder


def test_build(builder):
    assert builder.build("app") == "u+c+a"
    assert builder.built == ["util", "core", "app"]


def test_hit(builder):
    builder.build("app")
    assert builder.build("app") == "u+c+a"
    assert builder.hits == 1
    assert len(builder.built) == 3


def test_edit_target_itself(builder):
    builder.build("app")
    builder.edit("app", "b")
    assert builder.build("app") == "u+c+b"
    assert builder.built == ["util", "core", "app", "app"]


def test_edit_dependency(builder):
    builder.build("app")
    builder.edit("util", "v")
    assert builder.build("app") == "v+c+a"


def test_stale(builder):
    builder.build("app")
    builder.build("docs")
    assert builder.stale() == []
    builder.edit("core", "k")
    assert builder.stale() == ["app", "core"]


def test_edit_back(builder):
    builder.build("docs")
    builder.edit("docs", "e")
    builder.build("docs")
    builder.edit("docs", "d")
    assert builder.is_fresh("docs")


def test_dependents(builder):
    assert builder.dependents("util") == {"core", "app"}
    assert builder.dependents("docs") == set()


def test_cycle():
    builder = Builder()
    builder.add("a", "1", ["b"])
    builder.add("b", "2", ["a"])
    with pytest.raises(CycleError):
        builder.build("a")


def test_eviction():
    builder = Builder(size=2)
    for name in "abc":
        builder.add(name, name)
    builder.build("a")
    builder.build("b")
    builder.build("a")
    builder.build("c")
    assert builder.stale() == ["b"]


def test_action():
    builder = Builder()
    builder.add("n", "x", action=lambda source, parts: source * 3)
    assert builder.build("n") == "xxx"
