from auction import Lot


def test_raised_limit_counts():
    lot = Lot("book", start=1_00)
    lot.bid("ann", 2_00)
    lot.bid("ann", 60_00)
    lot.bid("bob", 100_00)
    assert lot.price == 65_00


def test_overtaken_near_the_limit():
    lot = Lot("book", start=1_00)
    lot.bid("ann", 8_00)
    lot.bid("bob", 7_80)
    lot.bid("cat", 12_00)
    assert lot.price == 8_50
