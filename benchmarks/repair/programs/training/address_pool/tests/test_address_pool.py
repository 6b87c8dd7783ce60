import pytest

from address_pool import AddressPool, PoolExhausted


@pytest.fixture
def pool():
    return AddressPool("192.168.7.0/29", reserved=["192.168.7.1"])


def test_lowest_first(pool):
    assert pool.lease("printer") == "192.168.7.2"
    assert pool.lease("laptop") == "192.168.7.3"
    assert len(pool) == 2


def test_same_client_same_address(pool):
    assert pool.lease("printer") == pool.lease("printer")
    assert len(pool) == 1


def test_release_frees_the_address(pool):
    pool.lease("printer")
    pool.lease("laptop")
    pool.release("printer")
    assert pool.lease("phone") == "192.168.7.2"


def test_returning_client(pool):
    pool.lease("printer")
    pool.lease("laptop")
    pool.release("laptop")
    pool.release("printer")
    assert pool.lease("laptop") == "192.168.7.3"


def test_old_address_taken_meanwhile(pool):
    pool.lease("printer")
    pool.release("printer")
    pool.lease("phone")
    assert pool.lease("printer") == "192.168.7.3"


def test_free_addresses(pool):
    pool.lease("printer")
    assert pool.free() == ["192.168.7.3", "192.168.7.4", "192.168.7.5", "192.168.7.6"]


def test_exhausted(pool):
    for number in range(5):
        pool.lease(f"host{number}")
    assert pool.owner("192.168.7.6") == "host4"
    assert pool.free() == []
    with pytest.raises(PoolExhausted):
        pool.lease("one too many")


def test_owner(pool):
    pool.lease("printer")
    assert pool.owner("192.168.7.2") == "printer"
    assert pool.owner("192.168.7.3") is None


def test_release_unknown(pool):
    with pytest.raises(KeyError):
        pool.release("nobody")


def test_reserved_outside():
    with pytest.raises(ValueError, match="10.0.0.1"):
        AddressPool("192.168.7.0/29", reserved=["10.0.0.1"])
