import pytest

from toggle_service import ToggleService

USER = {"id": 7, "plan": "free"}


@pytest.fixture
def service():
    s = ToggleService("prod")
    s.create("prod", "chat")
    s.switch("prod", "chat", True)
    s.add_rule("prod", "chat", "plan", ["gold"])
    s.branch("prod", "test")
    return s


def test_switch_in_target(service):
    service.switch("test", "chat", False)
    assert service.is_on("prod", "chat", USER)
    assert not service.is_on("test", "chat", USER)


def test_switch_in_source(service):
    service.switch("prod", "chat", False)
    assert not service.is_on("prod", "chat", USER)
    assert service.is_on("test", "chat", USER)


def test_percent(service):
    service.roll_out("test", "chat", 0)
    assert service.flag("prod", "chat").percent == 100
    assert service.flag("test", "chat").percent == 0


def test_rules_of_target(service):
    service.add_rule("test", "chat", "plan", ["free"], serve=False)
    assert service.is_on("prod", "chat", USER)
    assert not service.is_on("test", "chat", USER)
    assert len(service.flag("prod", "chat").rules) == 1


def test_rules_of_source(service):
    service.add_rule("prod", "chat", "plan", ["free"], serve=False)
    assert service.is_on("test", "chat", USER)
    assert len(service.flag("test", "chat").rules) == 1


def test_rules_copied(service):
    assert service.flag("test", "chat").rules == service.flag("prod", "chat").rules
    service.roll_out("test", "chat", 0)
    assert service.is_on("test", "chat", {"id": 1, "plan": "gold"})


def test_differences(service):
    assert service.differences("prod", "test") == []
    service.roll_out("prod", "chat", 50)
    assert service.differences("prod", "test") == ["chat"]
    service.roll_out("test", "chat", 50)
    assert service.differences("prod", "test") == []


def test_remove_in_target(service):
    service.remove("test", "chat")
    assert service.active("test", USER) == []
    assert service.active("prod", USER) == ["chat"]


def test_branch_of_branch(service):
    service.branch("test", "mine")
    service.switch("mine", "chat", False)
    assert service.active("test", USER) == ["chat"]
    assert service.active("prod", USER) == ["chat"]
    assert service.active("mine", USER) == []


def test_branch_exists(service):
    with pytest.raises(ValueError):
        service.branch("prod", "test")
    with pytest.raises(ValueError):
        service.branch("nowhere", "other")
    assert service.environments() == ["prod", "test"]


def test_export_is_apart(service):
    exported = service.export("prod")
    exported["chat"].enabled = False
    assert service.is_on("prod", "chat", USER)
