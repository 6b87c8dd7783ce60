import pytest

from address_pool import AddressPool, PoolExhausted


def test_point_to_point_network():
    pool = AddressPool("10.1.1.4/30")
    assert [pool.lease("a"), pool.lease("b")] == ["10.1.1.5", "10.1.1.6"]
    with pytest.raises(PoolExhausted):
        pool.lease("c")


def test_free_of_a_larger_network():
    free = AddressPool("10.0.0.0/24").free()
    assert len(free) == 254
    assert (free[0], free[-1]) == ("10.0.0.1", "10.0.0.254")


def test_last_host_reserved():
    pool = AddressPool("10.0.0.0/29", reserved=["10.0.0.6"])
    assert pool.free() == ["10.0.0.1", "10.0.0.2", "10.0.0.3", "10.0.0.4", "10.0.0.5"]


def test_broadcast_never_leased():
    pool = AddressPool("10.0.0.8/30", reserved=["10.0.0.9", "10.0.0.10"])
    assert pool.free() == []
    with pytest.raises(PoolExhausted):
        pool.lease("x")


def test_last_host_comes_back():
    pool = AddressPool("10.0.0.0/30")
    pool.lease("a")
    pool.lease("b")
    pool.release("b")
    assert pool.free() == ["10.0.0.2"]
    assert pool.lease("b") == "10.0.0.2"


def test_pool_across_an_octet():
    pool = AddressPool("10.0.0.0/23")
    free = pool.free()
    assert "10.0.0.255" in free and "10.0.1.0" in free
    assert free[-1] == "10.0.1.254"
