from linked_purge import Chain


def test_append():
    assert list(Chain("abc")) == ["a", "b", "c"]


def test_purge_inside():
    chain = Chain([1, 2, 3, 2, 4])
    assert chain.purge(2) == 2
    assert list(chain) == [1, 3, 4]


def test_purge_head():
    chain = Chain([5, 5, 6])
    assert chain.purge(5) == 2
    assert list(chain) == [6]


def test_purge_nothing():
    chain = Chain([1, 2])
    assert chain.purge(9) == 0
    chain.append(3)
    assert list(chain) == [1, 2, 3]


def test_append_after_purging_the_end():
    chain = Chain([1, 2, 3])
    chain.purge(3)
    chain.append(4)
    assert list(chain) == [1, 2, 4]


def test_append_after_purging_all():
    chain = Chain("aa")
    assert chain.purge("a") == 2
    assert list(chain) == []
    chain.append("b")
    assert list(chain) == ["b"]


def test_empty():
    assert Chain().purge(1) == 0
