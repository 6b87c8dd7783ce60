import pytest
from call_once import call_limit, make_key, memo


def test_keyword_order_is_irrelevant():
    assert make_key((), {"a": 1, "b": 2}) == make_key((), {"b": 2, "a": 1})


def test_keyword_names_matter():
    assert make_key((), {"a": 1}) != make_key((), {"b": 1})


def test_swapped_values():
    assert make_key((), {"a": 1, "b": 2}) != make_key((), {"a": 2, "b": 1})


def test_positional_differs_from_keyword():
    assert make_key((1,), {}) != make_key((), {"a": 1})


def test_unhashable_keyword():
    key = make_key((), {"a": [1, 2]})
    hash(key)
    assert key != make_key((), {"a": [1, 3]})
    assert key == make_key((), {"a": [1, 2]})


def test_limit_by_keyword():
    @call_limit(1, error=KeyError)
    def f(*, n):
        return n

    assert f(n=1) == 1
    assert f(n=2) == 2
    with pytest.raises(KeyError):
        f(n=1)


def test_maxsize_with_keywords():
    @memo(maxsize=2)
    def f(**kw):
        return dict(kw)

    assert f(a=1) == {"a": 1}
    assert f(a=2) == {"a": 2}
    assert f(b=1) == {"b": 1}
    assert f.size() == 2


def test_exceptions_not_stored():
    n = []

    @memo
    def f(x):
        n.append(x)
        raise ValueError

    for _ in range(2):
        with pytest.raises(ValueError):
            f(3)
    assert n == [3, 3]
