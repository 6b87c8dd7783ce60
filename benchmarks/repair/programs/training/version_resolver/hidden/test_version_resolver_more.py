import pytest

from version_resolver import Range, Registry, ResolutionError, Version, resolve


def make(*rows):
    r = Registry()
    for name, version, *needs in rows:
        r.publish(name, version, needs[0] if needs else None)
    return r


def test_root_requirement_on_dependency():
    r = make(("z", "1.0"), ("z", "2.0"), ("a", "1.0", {"z": "=1.0"}), ("a", "2.0", {"z": "=2.0"}))
    assert resolve(r, {"a": "*", "z": "1.0"}) == {"a": "1.0.0", "z": "1.0.0"}


def test_same_result_twice():
    r = make(("z", "1.0"), ("z", "2.0"), ("a", "1.0", {"z": "=1.0"}), ("a", "2.0", {"z": "=2.0"}))
    wanted = {"a": "*", "z": "<2"}
    assert resolve(r, wanted) == resolve(r, wanted)
    assert wanted == {"a": "*", "z": "<2"}


def test_three_failing_candidates():
    r = make(("z", "1.0"), *[("a", f"{n}.0", {"z": f"={n}.0"}) for n in (1, 2, 3, 4)])
    assert resolve(r, {"a": "*", "z": "*"}) == {"a": "1.0.0", "z": "1.0.0"}


def test_two_levels():
    r = make(
        ("a", "1.0"), ("b", "1.0", {"c": "^1.0"}), ("b", "2.0", {"c": "^2.0"}),
        ("c", "1.1"), ("c", "2.1", {"d": "^9.0"}), ("d", "1.0"))
    assert resolve(r, {"a": "*", "b": "*", "c": "*"}) == {
        "a": "1.0.0", "b": "1.0.0", "c": "1.1.0"}


def test_shared_dependency_of_two():
    r = make(
        ("a", "2.0", {"lib": ">=2"}), ("a", "1.0", {"lib": ">=1"}),
        ("b", "1.0", {"lib": "<2"}), ("lib", "1.0"), ("lib", "2.0"))
    assert resolve(r, {"a": "*", "b": "*"}) == {"a": "1.0.0", "b": "1.0.0", "lib": "1.0.0"}


def test_backtrack_with_shared_dependency():
    r = make(
        ("a", "1.0", {"lib": ">=1"}), ("b", "2.0", {"lib": ">=2"}), ("b", "1.0", {"lib": "<2"}),
        ("c", "1.0", {"b": "<2"}), ("lib", "1.0"), ("lib", "2.0"))
    assert resolve(r, {"a": "*", "b": "*", "c": "*"}) == {
        "a": "1.0.0", "b": "1.0.0", "c": "1.0.0", "lib": "1.0.0"}


def test_conflict_still_found():
    r = make(("a", "1.0", {"z": "^1.0"}), ("b", "1.0", {"z": "^2.0"}), ("z", "1.0"), ("z", "2.0"))
    with pytest.raises(ResolutionError):
        resolve(r, {"a": "*", "b": "*"})


def test_requirement_on_earlier_pick_is_kept():
    r = make(("a", "1.0"), ("a", "2.0"), ("b", "1.0", {"a": "<2"}))
    assert resolve(r, {"a": "*", "b": "*"}) == {"a": "1.0.0", "b": "1.0.0"}


def test_no_requirements():
    assert resolve(Registry(), {}) == {}


def test_cyclic_needs():
    r = make(("a", "1.0", {"b": "*"}), ("b", "1.0", {"a": "*"}))
    assert resolve(r, {"a": "*"}) == {"a": "1.0.0", "b": "1.0.0"}


def test_caret_zero_zero():
    assert Version(0, 0, 3) in Range("^0.0.3")
    assert Version(0, 0, 4) not in Range("^0.0.3")
