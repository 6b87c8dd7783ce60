from trams import Depot


def test_two():
    d = Depot()
    for t in ("1", "2", "3"):
        d.report(t, "x", fault=t != "3")
    d.repaired("2")
    d.repaired("2")
    assert d.faulty == ["1"] and d.repairs == 1
