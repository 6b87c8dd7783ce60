"""What a parameter that is gone did to the result of a function of the old release."""

from pathlib import Path

import pytest

from testfix_pipeline.repair.languages.python.libraries.recorded.dropped_effects import effect_of, switched

METHOD = "class Box:\n    def get(self, key, as_bytes=False):\n        value = self.find(key)\n"


@pytest.mark.parametrize(
    ("body", "effect"),
    [
        (
            "        if as_bytes:\n            value = value.encode('latin1')\n        return value\n",
            ".encode('latin1')",
        ),
        ("        return value.encode() if as_bytes else value\n", ".encode()"),
        ("        if as_bytes:\n            value = value.encode(self.charset)\n        return value\n", ""),
        ("        if as_bytes:\n            other = key.encode()\n        return value\n", ""),
        ("        if key:\n            value = value.encode()\n        return value\n", ""),
        ("        if as_bytes:\n            value = encoded(value)\n        return value\n", ""),
    ],
)
def test_a_chain_of_constants_behind_the_result_is_what_the_caller_has_to_do(
    tmp_path: Path, body: str, effect: str
) -> None:
    (tmp_path / "lib.py").write_text(METHOD + body)
    assert effect_of(tmp_path, "lib", "Box.get", "as_bytes") == effect
    assert effect_of(tmp_path, "lib", "Box.other", "as_bytes") == ""


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("    if form and plain: raise ValueError\n    elif plain:\n        form = forms.NONE\n", ("form", "'none'")),
        ("    if plain:\n        form = 0\n", ("form", "0")),
        ("    if plain:\n        warn('old')\n        form = 0\n", ("form", "0")),
        ("    if plain:\n        form = 0\n        count(name)\n", None),
        ("    if plain:\n        form = 0\n    name = made(name, plain)\n", None),
        ("    plain = not plain\n    if plain:\n        form = 0\n", None),
        ("    if plain:\n        form = made(name)\n", None),
        ("    if plain:\n        other = 0\n", None),
        ("    if name:\n        form = 0\n", None),
    ],
)
def test_a_constant_that_another_parameter_got_is_what_the_caller_has_to_give(
    tmp_path: Path, body: str, expected: tuple[str, str] | None
) -> None:
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib" / "__init__.py").write_text(f"def opened(name, plain=False, form=None):\n{body}    return form\n")
    (tmp_path / "lib" / "forms.py").write_text('NONE = "none"\n')
    assert switched(tmp_path, "lib", "opened", "plain", {"name", "form"}) == expected
