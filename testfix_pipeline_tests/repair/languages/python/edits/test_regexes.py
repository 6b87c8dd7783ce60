"""Small changes of regular expressions."""

import pytest

from testfix_pipeline.repair.languages.python.edits import regexes
from testfix_pipeline_tests.repair.sources import assert_proposed, texts


@pytest.mark.parametrize(
    ("broken", "right"),
    [
        (r"(\d{2})-(\d{1})", r"(\d{2})-(\d{2})"),
        (r"\d{2,3}", r"\d{2,4}"),
        (r"#\s*(.+)", r"#\s*(.*)"),
        (r"<.*>", r"<.*?>"),
        (r"\d", r"\d+"),
        (r"[a-z]+", r"[a-z0-9]+"),
        (r"[^a]", r"[a]"),
        (r"\w+", r"^\w+"),
        (r"\d+$", r"\d+"),
        (r"\bone", r"one"),
        (r"a|\d", r"^(?:a|\d)$"),
        (r"v(\d)", r"v(\d)?"),
        (r"(\d+)|x", r"(\d+(?:\.\d+)?)|x"),
        (r"(\w+)=", r"(\w+(?:-\w+)*)="),
        (r"-?\d+", r"-?[\d.]+"),
    ],
)
def test_the_right_pattern_is_proposed(broken: str, right: str) -> None:
    assert_proposed(regexes.propose_regex_variants, f"import re\nP = re.compile(r'{broken}')\n", broken, right)


def test_texts_that_are_no_patterns_and_patterns_that_do_not_compile_are_left_alone() -> None:
    assert not texts(regexes.propose_regex_variants, "x = version.split('.')\n")
    found = texts(regexes.propose_regex_variants, "import re\nx = re.sub(r'(a+)', '', y)\n")
    assert found and not any("(a+)*+" in text for text in found)
