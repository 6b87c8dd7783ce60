from linked_purge import Chain


def test_tail_value():
    chain = Chain([1, 2, 2])
    chain.purge(2)
    assert chain.tail.value == 1


def test_no_tail_left():
    chain = Chain([7])
    chain.purge(7)
    assert chain.head is None
    assert chain.tail is None


def test_purge_twice_and_go_on():
    chain = Chain([1, 2, 3])
    chain.purge(3)
    chain.purge(2)
    chain.append(8)
    chain.append(9)
    assert list(chain) == [1, 8, 9]


def test_append_after_purging_inside():
    chain = Chain([1, 2, 3])
    chain.purge(2)
    chain.append(4)
    assert list(chain) == [1, 3, 4]
