import pytest

from toggle_service import ToggleService, UnknownFlag

ANN = {"id": 1, "country": "NO"}
BOB = {"id": 2, "country": "PT"}


@pytest.fixture
def service():
    s = ToggleService("prod")
    s.create("prod", "search")
    s.switch("prod", "search", True)
    s.create("prod", "filters", needs=["search"])
    return s


def test_on_and_off(service):
    assert service.is_on("prod", "search", ANN)
    assert not service.is_on("prod", "filters", ANN)
    assert service.active("prod", ANN) == ["search"]


def test_unknown(service):
    with pytest.raises(UnknownFlag):
        service.is_on("prod", "nothing", ANN)
    with pytest.raises(ValueError):
        service.is_on("beta", "search", ANN)


def test_needs(service):
    service.switch("prod", "filters", True)
    assert service.active("prod", ANN) == ["filters", "search"]
    service.switch("prod", "search", False)
    assert service.active("prod", ANN) == []


def test_rules(service):
    service.add_rule("prod", "search", "country", ["PT"], serve=False)
    assert service.is_on("prod", "search", ANN)
    assert not service.is_on("prod", "search", BOB)


def test_roll_out(service):
    service.roll_out("prod", "search", 0)
    assert not service.is_on("prod", "search", ANN)
    with pytest.raises(ValueError):
        service.roll_out("prod", "search", 101)


def test_branch_starts_alike(service):
    service.branch("prod", "beta")
    assert service.environments() == ["beta", "prod"]
    assert service.is_on("beta", "search", ANN)
    assert service.differences("prod", "beta") == []


def test_branch_new_flag(service):
    service.branch("prod", "beta")
    service.create("beta", "maps")
    assert service.differences("prod", "beta") == ["maps"]
    with pytest.raises(UnknownFlag):
        service.flag("prod", "maps")


def test_change_in_branch(service):
    service.branch("prod", "beta")
    service.switch("beta", "filters", True)
    assert service.active("beta", ANN) == ["filters", "search"]
    assert service.active("prod", ANN) == ["search"]


def test_rule_in_branch(service):
    service.branch("prod", "beta")
    service.add_rule("beta", "search", "country", ["NO"], serve=False)
    assert service.is_on("prod", "search", ANN)
    assert service.differences("prod", "beta") == ["search"]


def test_remove(service):
    with pytest.raises(ValueError):
        service.remove("prod", "search")
    service.remove("prod", "filters")
    service.remove("prod", "search")
    assert service.export("prod") == {}


def test_listeners(service):
    seen = []
    service.subscribe(lambda environment, name: seen.append((environment, name)))
    service.switch("prod", "search", True)
    service.switch("prod", "search", False)
    assert seen == [("prod", "search")]
