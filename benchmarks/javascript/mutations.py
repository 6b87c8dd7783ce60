"""The mutations of a package's file, in an order of chance."""

from __future__ import annotations

import random

from testfix_pipeline.planning.javascript_code.code_mutations import JsMutation, mutations_of
from testfix_pipeline.repair.languages.javascript.source import JsSource

MOST_OF_A_KIND = 4
"""In one package, so that its mutations are of many kinds."""


def mutations(file: str, content: str, seed: str) -> list[JsMutation]:
    """All mutations of a file, in an order that depends on the seed alone."""
    found = mutations_of(JsSource(file, content.encode()))
    random.Random(f"{seed} {file}").shuffle(found)
    return found
