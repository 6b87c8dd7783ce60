import pytest

from trams import Depot


@pytest.fixture
def depot():
    found = Depot()
    found.report("12", "Market")
    found.report("7", "Bridge", fault=True)
    return found


def test_in_service(depot):
    assert depot.in_service() == ["12"]


def test_fault_only_once(depot):
    depot.report("7", "Bridge", fault=True)
    assert depot.faulty == ["7"]


def test_repaired(depot):
    depot.repaired("7")
    assert depot.faulty == []
    assert depot.repairs == 1
    assert depot.in_service() == ["12", "7"]


def test_repaired_stands_in_depot(depot):
    depot.repaired("12")
    assert depot.where["12"] == "depot"
    assert depot.repairs == 0


def test_unknown(depot):
    with pytest.raises(KeyError):
        depot.repaired("99")
