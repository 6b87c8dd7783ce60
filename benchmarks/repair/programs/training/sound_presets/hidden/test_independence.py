import copy

import presets
from presets import Bank, differences


def test_initial_settings_stay(monkeypatch):
    monkeypatch.setattr(presets, "INITIAL", copy.deepcopy(presets.INITIAL))
    bank = Bank()
    preset = bank.create("one")
    preset.set("oscillator.wave", "sine")
    preset.add_effect("delay")
    assert presets.INITIAL["oscillator"]["wave"] == "saw"
    other = bank.create("two")
    assert other.get("oscillator.wave") == "saw"
    assert other.get("effects") == []


def test_changing_the_base_later():
    bank = Bank()
    bank.create("base", filter={"cutoff": 0.5})
    bank.create("copy", base="base")
    bank["base"].set("filter.cutoff", 0.1)
    assert bank["copy"].get("filter.cutoff") == 0.5


def test_chain_of_bases():
    bank = Bank()
    bank.create("a", effects=["x"])
    bank.create("b", base="a").add_effect("y")
    bank.create("c", base="b").add_effect("z")
    assert [bank[name].get("effects") for name in "abc"] == [["x"], ["x", "y"], ["x", "y", "z"]]


def test_differences_of_derived():
    bank = Bank()
    bank.create("a", filter={"cutoff": 0.5, "deep": {"er": 1}}, oscillator={}, effects=[])
    bank.create("b", base="a").set("filter.deep.er", 2)
    assert differences(bank["a"].settings, bank["b"].settings) == ["filter.deep.er"]


def test_saved_settings_stay():
    bank = Bank()
    bank.create("a", effects=["x"])
    bank.save("a")
    for _ in range(2):
        bank["a"].add_effect("y")
        bank.revert("a")
        assert bank["a"].get("effects") == ["x"]
