"""Whole runs: a patch that fits what one test has is a lead, whoever wrote it; what several tests show lands."""

from typing import Any

import pytest

from testfix_pipeline_tests.cycle.projects import analysis

SLUG = '''\
import re


def slug(text, limit=20):
    """Return text as a slug of at most limit characters, cut at a word."""
    out = "-".join(re.findall("[a-z0-9]+", text.lower()))
    return out[:limit]
'''
SLUG_TEST = """\
from slugs import slug


def test_short():
    assert slug("Hello, World") == "hello-world"


def test_cut_at_a_word():
    assert slug("a long title with wordy") == "a-long-title-with"
"""
NAMES = "MAX_LENGTH = 29\n\n\ndef is_valid(name):\n    return 0 < len(name) <= MAX_LENGTH\n"
NAMES_TEST = """\
from names import is_valid


def test_longest():
    assert is_valid("x" * 30)


def test_too_long():
    assert not is_valid("x" * 31)
"""
SPANS = "exports.span = (minutes) => {\n  return `${minutes}m`;\n};\n"
SPANS_TEST = """\
const { test } = require('node:test');
const assert = require('node:assert');
const { span } = require('../spans');

test('minutes', () => assert.strictEqual(span(45), '45m'));
test('hours', () => assert.strictEqual(span(205), '3h 25m'));
"""
LITERAL = "    if len(out) > limit:\n        return 'a-long-title-with'\n    return out[:limit]"


def spans() -> dict[str, str]:
    script = '{"name": "spans", "scripts": {"test": "node --test"}}'
    return {"package.json": script, "spans.js": SPANS, "test/spans.test.js": SPANS_TEST}


def run(
    repository: Any, scripted: Any, run_cycle: Any, files: dict[str, str], path: str, old: str, new: str
) -> dict[str, Any]:
    assert old in files[path]
    answer = {"files": {path: files[path].replace(old, new)}, "confidence": 0.9}
    agent = scripted({"1": analysis("cause")}, {"*": answer})
    found: dict[str, Any] = run_cycle(repository(files=files), agents=[agent], max_iterations=1)
    return found


@pytest.mark.parametrize(
    ("files", "old", "new", "said"),
    [
        ({"slugs.py": SLUG, "test_slugs.py": SLUG_TEST}, "    return out[:limit]", LITERAL, "'a-long-title-with'"),
        ({"slugs.py": SLUG, "test_slugs.py": SLUG_TEST}, "limit=20", "limit=17", "17"),
        ({"names.py": NAMES, "test_names.py": NAMES_TEST}, "29", "30", ""),
    ],
    ids=["answer", "default", "limit that tests show from both sides"],
)
def test_what_one_test_alone_explains_is_a_lead(repository, scripted, run_cycle, files, old, new, said) -> None:
    found = run(repository, scripted, run_cycle, files, next(iter(files)), old, new)
    assert found["outcome"] == ("blocked" if said else "success"), found["reason"]
    assert bool(found["diff"]) is not bool(said)
    leads = [lead["against"] for lead in found["leads"]]
    assert not said or f"now has {said}, which only a test explains" in " ".join(leads[0])


def test_an_answer_in_javascript_is_a_lead(node: str, repository: Any, scripted: Any, run_cycle: Any) -> None:
    new = "  if (minutes >= 60) return `${3}h ${25}m`;\n  return `${minutes}m`;"
    found = run(repository, scripted, run_cycle, spans(), "spans.js", "  return `${minutes}m`;", new)
    assert (found["outcome"], len(found["leads"]), found["diff"]) == ("blocked", 1, "")


def test_the_engine_lands_no_answer_of_a_test(repository: Any, run_cycle: Any) -> None:
    repo = repository(files={"slugs.py": SLUG, "test_slugs.py": SLUG_TEST})
    found = run_cycle(repo, agents=["builtin"], max_iterations=1, budget_seconds=90)
    assert "a-long-title-with" not in found["diff"] and "limit=1" not in found["diff"]
    assert found["outcome"] in ("blocked", "paused") or found["review"]
