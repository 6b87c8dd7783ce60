from settings import Settings


def test_none_is_a_value():
    settings = Settings({"a": None})
    with settings.override(a=1, b=2):
        pass
    assert settings.get("a") is None
    assert settings.get("b", "gone") == "gone"


def test_removed_inside():
    settings = Settings({"a": 1})
    with settings.override(b__c=2):
        settings.unset("b.c")
    assert settings.get("b", "gone") == "gone"


def test_removed_old_inside():
    settings = Settings({"a": 1})
    with settings.override(a=2, z=3):
        settings.unset("a")
    assert settings.get("a") == 1
    assert settings.get("z", None) is None
