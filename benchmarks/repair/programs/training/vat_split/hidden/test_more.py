from vat_split import net_total, summary, tax_within


def test_rounding():
    assert tax_within(1_00, 20) == 17
    assert tax_within(9_99, 7) == 65


def test_half_cent():
    assert tax_within(3, 20) == 1


def test_full_rate():
    assert tax_within(2_00, 100) == 1_00


def test_unknown_kind():
    assert summary([("toys", 60_00)]) == {20: (60_00, 10_00)}


def test_one_rounding_for_a_rate():
    assert summary([("food", 10)] * 3) == {7: (30, 2)}


def test_net_of_mixed_lines():
    assert net_total([("books", 21_40), ("other", 24_00), ("stamps", 70)]) == 40_70
