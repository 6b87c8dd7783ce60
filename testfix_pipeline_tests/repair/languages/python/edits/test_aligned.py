"""Edits for missing code: unused definitions are taken up, and siblings show what a place lacks."""

from textwrap import dedent

import pytest

from testfix_pipeline.repair.languages.python.edits import constant_variables
from testfix_pipeline.repair.languages.python.edits import sibling_differences as aligned
from testfix_pipeline.repair.languages.python.edits.edit_producer import weighed_proposals
from testfix_pipeline.repair.languages.python.producers import PRODUCERS
from testfix_pipeline.repair.model.candidate import Candidate
from testfix_pipeline_tests.repair.sources import parsed, shape, targets, texts

CASES = {
    "a counter that never moves": (
        constant_variables.propose_updates_of_constants,
        """
        class Page:
            def __init__(self):
                self.hits = 0

            def show(self, user):
                print(user)
                return user

            def popular(self):
                return self.hits > 3
        """,
        "print(user)",
        "self.hits += 1\n        print(user)",
    ),
    "an argument that a sibling branch passes": (
        aligned.propose_sibling_pieces,
        """
        def kind(value):
            if isinstance(value, int):
                return "number"
            elif isinstance(str):
                return "text"
        """,
        "isinstance(str)",
        "isinstance(value, str)",
    ),
    "an operand that a sibling has": (
        aligned.propose_sibling_pieces,
        """
        def load(self, name):
            if name in self.cache and self.fresh(name):
                return self.cache[name]


        def drop(self, key):
            if key in self.cache:
                del self.cache[key]
        """,
        "if key in self.cache:",
        "if key in self.cache and self.fresh(key):",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_what_is_missing_is_proposed(name: str) -> None:
    producer, code, old, new = CASES[name]
    code = dedent(code).lstrip("\n")
    assert code.count(old) == 1
    assert shape(code.replace(old, new)) in texts(producer, code)


def test_the_same_mistake_in_parallel_statements_is_one_candidate() -> None:
    sources = parsed(
        """
        def area(box):
            width = box.right + box.left
            height = box.bottom + box.top
            return width * height
        """
    )
    found = [
        edit
        for target in targets(sources)
        for producer in PRODUCERS
        if producer.id == "arithmetic"
        for edit in weighed_proposals(target, producer)
    ]
    both = [edit for edit in found if edit.more and edit.replacement == "-"]
    single = [edit for edit in found if not edit.more and edit.replacement == "-"]
    assert len(both) == 1 and len(single) == 3 and 0.5 * single[0].prior < both[0].prior < single[0].prior
    text = Candidate.single(sources[0], both[0], 1.0, "test").texts["file0.py"]
    assert "box.right - box.left" in text and "box.bottom - box.top" in text
