"""A public class has a name of its own, so that whoever searches for the name finds one class."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

PRODUCT = Path(__file__).parents[1] / "testfix_pipeline"


def test_no_two_public_classes_have_one_name():
    places: dict[str, list[str]] = defaultdict(list)
    for path in sorted(PRODUCT.rglob("*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places[node.name].append(path.relative_to(PRODUCT).as_posix())
    assert len(places) > 500
    assert {name: files for name, files in places.items() if len(files) > 1} == {}
