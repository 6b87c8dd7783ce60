"""Comments, suggestions and branches on both forges, by the requests that are published."""

import base64
import json

import pytest

from testfix_pipeline.forges.offered_fix import offer_branch, offer_suggestions
from testfix_pipeline.forges.port import CommittedFile, Suggestion
from testfix_pipeline_tests.forges.conftest import BLOB, Pair
from testfix_pipeline_tests.forges.loopback_forge import LoopbackBitbucket, LoopbackGitHub

MARKER, SPOT = "<!-- testfix-ci 1 -->", "<!-- testfix-ci-lines 1 -->"
PATCH = f"""diff --git a/a.py b/a.py
index {BLOB}..{"2" * 40} 100644
--- a/a.py
+++ b/a.py
@@ -1,4 +1,4 @@
 one
-zwei
-drei
+two
+three ```` @everyone
 four
""".encode()
FILES = {"a.py": (BLOB, CommittedFile("a.py", b"one\ntwo\n"))}


def test_the_second_call_edits_the_comment_among_those_of_others(pair: Pair) -> None:
    hidden = "[//]: # (testfix-ci 1)" if isinstance(pair.real, LoopbackBitbucket) else MARKER
    for _ in range(5):
        pair.real.say("eve", f"{hidden}\nmine")
    first = pair.asking.put_comment(MARKER, f"{MARKER}\nred")
    second = pair.asking.put_comment(MARKER, f"{MARKER}\ngreen")
    assert (first.is_new, second.is_new, first.address) == (True, False, second.address)
    assert [one["body"] for one in pair.real.comments[5:]] == [f"{hidden}\ngreen"]
    assert {one["body"] for one in pair.real.comments[:5]} == {f"{hidden}\nmine"}


def test_nothing_is_posted_where_there_is_nothing_to_edit(pair: Pair) -> None:
    assert pair.asking.edit_comment(MARKER, MARKER) is None
    assert not pair.real.comments


def test_a_fix_on_lines_of_the_request_is_suggested_once(patching: Pair) -> None:
    for _ in range(2):
        offered = offer_suggestions(patching.asking, SPOT, PATCH, FILES)
    assert (offered.suggestions, offered.said) == (1, "The fix is suggested at 1 place of this change.")
    [line] = patching.real.lines
    if isinstance(patching.real, LoopbackGitHub):
        assert [line[name] for name in ("path", "start_line", "line", "side")] == ["a.py", 2, 3, "RIGHT"]
        assert line["body"] == f"{SPOT}\n`````suggestion\ntwo\nthree ```` @everyone\n`````"
    else:
        assert line["position"]["new_line"] == 2 and "old_line" not in line["position"]
        assert line["body"] == f"{SPOT}\n`````suggestion:-0+1\ntwo\nthree ```` @everyone\n`````"


def test_an_unchanged_line_has_both_numbers(patching: Pair) -> None:
    patching.asking.suggest(SPOT, [(Suggestion("a.py", 4, 4, ["4"]), f"{SPOT}\n4")])
    [line] = patching.real.lines
    if not isinstance(patching.real, LoopbackGitHub):
        assert (line["position"]["old_line"], line["position"]["new_line"]) == (3, 4)


def test_a_suggestion_that_no_longer_holds_is_withdrawn(patching: Pair) -> None:
    offer_suggestions(patching.asking, SPOT, PATCH, FILES)
    offered = offer_suggestions(patching.asking, SPOT, PATCH.replace(b"+two", b"+2"), FILES)
    assert offered.suggestions == 1 and len(patching.real.lines) == 2
    assert "Withdrawn" in patching.real.lines[0]["body"] and "suggestion" not in patching.real.lines[0]["body"]
    assert "\n2\n" in patching.real.lines[1]["body"]


@pytest.mark.parametrize(
    ("patch", "files", "said"),
    [
        (PATCH.replace(b"@@ -1,4 +1,4 @@", b"@@ -10,4 +10,4 @@"), FILES, "does not show"),
        (PATCH.replace(b"a.py", b"b.py"), {"b.py": (BLOB, CommittedFile("b.py", b""))}, "does not show"),
        (PATCH.replace(b"+two", b"+tw\xe2\x80\xaeo"), FILES, "more than replace lines"),
        (PATCH + b"\\ No newline at end of file\n", FILES, "more than replace lines"),
        (PATCH.replace(b"1" * 40, b"3" * 40), FILES, "more than replace lines"),
    ],
    ids=["other lines", "another file", "turned text", "no end of line", "another content"],
)
def test_a_fix_elsewhere_is_not_suggested(patching: Pair, patch: bytes, files: dict, said: str) -> None:  # type: ignore[type-arg]
    offered = offer_suggestions(patching.asking, SPOT, patch, files)
    assert not patching.real.lines and not offered.suggestions and said in offered.said


def test_nothing_is_offered_where_the_head_has_another_content(patching: Pair) -> None:
    patching.real.files["a.py"] = "9" * 40
    for offered in (
        offer_suggestions(patching.asking, SPOT, PATCH, FILES),
        offer_branch(patching.asking, 7, PATCH, FILES),
    ):
        assert "another content at the head" in offered.said
    assert not patching.real.lines and not patching.real.branches


def test_a_branch_is_made_once_on_top_of_the_head(patching: Pair) -> None:
    files = {**FILES, "bin/new": ("", CommittedFile("bin/new", b"\xff\n", "100755", is_new=True))}
    names = {offer_branch(patching.asking, 7, PATCH, files).branch for _ in range(2)}
    assert names == set(patching.real.branches) and len(names) == 1
    assert names.pop().startswith("testfix/fix-7-")
    content = base64.b64encode(b"\xff\n").decode()
    if isinstance(patching.real, LoopbackGitHub):
        made = [json.loads(one) for one in patching.real.blobs.values()]
        assert {"content": content, "encoding": "base64"} in made
        [tree] = [one["tree"] for one in made if "tree" in one and "base_tree" in one]
        assert [(one["path"], one["mode"]) for one in tree] == [("a.py", "100644"), ("bin/new", "100755")]
        assert [one["parents"] for one in made if "parents" in one] == [[patching.real.head]]
    else:
        [commit] = patching.real.branches.values()
        assert commit["start_sha"] == patching.real.head and "force" not in commit
        assert [one["action"] for one in commit["actions"]] == ["update", "create", "chmod"]
        assert commit["actions"][1]["content"] == content
