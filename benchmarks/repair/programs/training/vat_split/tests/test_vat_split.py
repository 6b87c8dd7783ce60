from vat_split import net_total, summary, tax_within


def test_no_tax():
    assert tax_within(5_00, 0) == 0


def test_whole_net_price():
    assert tax_within(1_20, 20) == 20


def test_nothing():
    assert tax_within(0, 20) == 0
    assert summary([]) == {}


def test_summary():
    lines = [("food", 1_07), ("tools", 12_00), ("books", 2_14)]
    assert summary(lines) == {7: (3_21, 21), 20: (12_00, 2_00)}


def test_stamps():
    assert summary([("stamps", 85), ("stamps", 85)]) == {0: (1_70, 0)}


def test_net_total():
    assert net_total([("food", 10_70), ("stamps", 1_00)]) == 11_00


def test_net_total_without_tax():
    assert net_total([("stamps", 3_00)]) == 3_00
