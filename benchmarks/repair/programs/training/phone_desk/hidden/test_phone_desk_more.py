from phone_desk import PhoneDesk


def make(*names):
    desk = PhoneDesk()
    for i, name in enumerate(names, 1):
        desk.add(name, f"555{i}")
    return desk


def test_ties_in_insertion_order():
    assert make("Ada Lund", "Bo Lund", "Cy Lund").search("lund") == [
        "Ada Lund", "Bo Lund", "Cy Lund"]


def test_ties_inserted_backwards():
    assert make("Cy Lund", "Bo Lund", "Ada Lund").search("lund") == [
        "Ada Lund", "Bo Lund", "Cy Lund"]


def test_ties_mixed():
    assert make("Bo Lund", "Cy Lund", "Ada Lund").search("lund", limit=2) == [
        "Ada Lund", "Bo Lund"]


def test_better_hit_before_alphabet():
    assert make("Ann Holmer", "Zed Holme").search("holme") == ["Zed Holme", "Ann Holmer"]
    assert make("Zed Holmer", "Ann Holme").search("holme") == ["Ann Holme", "Zed Holmer"]


def test_groups_of_ties():
    desk = make("Yan Holmer", "Xu Holmer", "Bea Holme", "Abe Holme")
    assert desk.search("holme") == ["Abe Holme", "Bea Holme", "Xu Holmer", "Yan Holmer"]


def test_full_name():
    desk = make("Ada Lund", "Bo Lund")
    assert desk.search("bo lund")[0] == "Bo Lund"


def test_empty_search():
    assert make("Ada").search("   ") == []


def test_limit_larger_than_hits():
    assert make("Ada").search("ada", limit=10) == ["Ada"]


def test_threshold_is_inclusive():
    assert make("Ada").search("ADA", threshold=1) == ["Ada"]


def test_add_twice():
    desk = make("Ada")
    desk.add("ada", "5551")
    assert desk.numbers("Ada") == ["5551"]


def test_remove_person():
    desk = make("Ada", "Bo")
    desk.remove("ADA")
    assert desk.owner("5551") is None
    assert desk.owner("5552") == "Bo"
