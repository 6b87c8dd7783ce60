"""Arguments that the project's own calls show."""

from pathlib import Path

import pytest

from testfix_pipeline.planning.python_code.mined_values import mined_arguments


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("DAYS = [(6, 21.0)]\ndef test_a():\n    plan(DAYS, 3)\n", ["[(6, 21.0)], 3"]),
        ("def test_a():\n    days = [1]\n    plan(days, hour=days)\n", ["[1], hour=[1]"]),
        ("DAYS = [1]\nDAYS = [2]\ndef test_a():\n    plan(DAYS)\n", []),
        ("DAYS = [1]\ndef test_a(DAYS):\n    plan(DAYS)\n", []),
        ("for day in [1]:\n    plan(day)\n", []),
        ("DAYS = load()\ndef test_a():\n    plan(DAYS)\n", []),
        ("DAYS = [1]\ndef test_a():\n    plan([*DAYS], *DAYS)\n", []),
        ("LONG = 'x' * 4\nTEXT = '" + "x" * 400 + "'\ndef test_a():\n    plan(TEXT)\n", []),
    ],
)
def test_a_name_that_is_bound_once_to_a_literal_stands_for_it(tmp_path: Path, text: str, wanted: list[str]) -> None:
    (tmp_path / "test_plan.py").write_text(text)
    assert mined_arguments(tmp_path, {"plan"}) == {"plan": wanted}
