import pytest
from call_once import call_limit, make_key, memo


def counter():
    calls = []

    @memo
    def f(*args, **kwargs):
        calls.append((args, kwargs))
        return len(calls)

    return f, calls


def test_remembers():
    f, calls = counter()
    assert [f(1), f(2), f(1)] == [1, 2, 1]


def test_types_differ():
    f, _ = counter()
    assert f(1) != f(1.0)
    assert f(True) != f(1)


def test_unhashable():
    f, _ = counter()
    assert f([1, 2]) == f([1, 2])
    assert f([1]) != f([2])


def test_keywords():
    f, calls = counter()
    assert f(1, mode="a") == 1
    assert f(1, mode="b") == 2
    assert f(1, mode="a") == 1


def test_forget():
    f, calls = counter()
    f(1)
    f.forget()
    f(1)
    assert len(calls) == 2


def test_maxsize():
    @memo(maxsize=2)
    def sq(x):
        return x * x

    for x in (1, 2, 3):
        sq(x)
    assert sq.size() == 2
    assert sq.__name__ == "sq"


def test_limit():
    @call_limit(2)
    def hi(x):
        return x

    hi(1), hi(1), hi(2)
    with pytest.raises(RuntimeError, match="hi"):
        hi(1)


def test_key_is_hashable():
    hash(make_key(([1], {}), {}))
