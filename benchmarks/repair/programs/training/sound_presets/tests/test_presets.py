import pytest

from presets import Bank, PresetError, differences


@pytest.fixture
def bank():
    return Bank()


def test_initial_settings(bank):
    preset = bank.create("init")
    assert preset.get("volume") == 0.8
    assert preset.get("oscillator.octave") == 0


def test_unknown_setting(bank):
    with pytest.raises(PresetError):
        bank.create("init").get("filter.slope")
    with pytest.raises(PresetError):
        bank["init"].set("volume.left", 1)


def test_unknown_base(bank):
    with pytest.raises(PresetError):
        bank.create("bass", base="nothing")


def test_existing_name(bank):
    bank.create("bass")
    with pytest.raises(ValueError):
        bank.create("bass")


def test_changes_at_creation(bank):
    bank.create("bass")
    bank.create("soft bass", base="bass", volume=0.3)
    assert bank["soft bass"].get("volume") == 0.3
    assert bank["bass"].get("volume") == 0.8


def test_effects_keep_their_order(bank):
    preset = bank.create("pad", effects=[])
    for effect in ("delay", "reverb", "delay"):
        preset.add_effect(effect)
    assert preset.get("effects") == ["reverb", "delay"]


def test_derived_settings(bank):
    bank.create("lead", filter={"cutoff": 0.5, "resonance": 0.2})
    derived = bank.create("bright lead", base="lead")
    derived.set("filter.cutoff", 0.9)
    assert bank["lead"].get("filter.cutoff") == 0.5
    assert derived.get("filter.resonance") == 0.2


def test_derived_effects(bank):
    bank.create("keys", effects=["chorus"])
    bank.create("wet keys", base="keys").add_effect("reverb")
    assert bank["keys"].get("effects") == ["chorus"]
    assert bank["wet keys"].get("effects") == ["chorus", "reverb"]


def test_revert(bank):
    bank.create("organ", filter={"cutoff": 0.4})
    bank.save("organ")
    bank["organ"].set("filter.cutoff", 0.1)
    bank.revert("organ")
    assert bank["organ"].get("filter.cutoff") == 0.4


def test_revert_unsaved(bank):
    bank.create("organ")
    with pytest.raises(PresetError):
        bank.revert("organ")


def test_names(bank):
    bank.create("b")
    bank.create("a")
    assert bank.names() == ["a", "b"]


def test_differences():
    first = {"a": 1, "b": {"c": 2, "d": 3}}
    second = {"a": 1, "b": {"c": 5, "d": 3}, "e": 0}
    assert differences(first, second) == ["b.c", "e"]
