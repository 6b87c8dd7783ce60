"""Commands in comments, on every forge: who may give them, what they may say, and what a fork may not."""

import pytest

from testfix_pipeline.forges.comment_commands import REPLY, read_command, said_on_request
from testfix_pipeline.forges.port import ForgeError
from testfix_pipeline_tests.forges.conftest import Pair
from testfix_pipeline_tests.forges.loopback_forge import Fault, LoopbackAzure, LoopbackBitbucket

FAILURE, CONTENT, OTHER = "0123456789ab", "c" * 32, "d" * 32
IGNORE = f"@testfix ignore {FAILURE} because the service is down"
HOSTILE = [
    "@testfix fix; rm -rf /",
    "@testfix fix --preset deep",
    "@testfix fix\n@testfix verify",
    "@testfix $(id)",
    "@testfix --help",
    "@testfix fix\x00",
    "@testfix fi\u202ex",
    "@Testfix fix",
    "please @testfix fix",
    "> @testfix fix",
    "`@testfix fix`",
    "@testfix",
    "@testfixfix",
    "@testfix ignore ../../etc/passwd because x",
    f"@testfix ignore {FAILURE}",
    f"@testfix ignore {FAILURE} because ",
    f"@testfix ignore {FAILURE} because {'x' * 201}",
    f"@testfix ignore {FAILURE.upper()} because x",
    f"@testfix ignore {FAILURE} because a\x1b[2J",
    f"@testfix acknowledge {CONTENT}{CONTENT}",
    "@testfix acknowledge all",
    f"@testfix acknowledge {FAILURE}",
    f"@testfix ignore {CONTENT} because x",
    f"@testfix fix {FAILURE}",
    f"@testfix acknowledge {CONTENT} because x",
    "@testfix fix " + "x" * 1_000_000,
]


@pytest.fixture
def people(pair: Pair) -> Pair:
    """A request that ada may push to, and eve may not."""
    pair.real.writers = {"ada"}
    return pair


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_text_that_is_no_command_as_a_whole_is_none(text: str) -> None:
    assert read_command(text) is None


def test_a_command_is_one_line_of_a_known_form() -> None:
    for verb in ("fix", "explain", "verify"):
        found = read_command(f"  @testfix {verb}\n")
        assert found is not None and (found["verb"], found["what"]) == (verb, None)
    ignored = read_command(f"@testfix ignore {FAILURE} because --force `$(x)` <b>")
    assert ignored is not None and (ignored["what"], ignored["because"]) == (FAILURE, "--force `$(x)` <b>")


@pytest.mark.parametrize("verb", ["fix", "explain", "verify"])
def test_a_person_who_may_write_gives_commands(people: Pair, verb: str) -> None:
    comment = people.real.say("ada", f"@testfix {verb}")
    said, reply = said_on_request(people.asking, comment)
    assert (said.verb, said.by, said.head, reply) == (verb, "ada", people.real.head, "")
    assert people.real.base.startswith(said.base) and len(said.base) >= 12


def test_nobody_else_does_or_gets_an_answer(people: Pair) -> None:
    for text in ("@testfix fix", IGNORE, f"@testfix acknowledge {CONTENT}", "@testfix help"):
        said, reply = said_on_request(people.asking, people.real.say("eve", text))
        assert (said.verb, said.by, said.acknowledged, said.ignored, reply) == ("", "", [], [], "")


def test_the_comment_that_started_the_job_alone_is_carried_out(people: Pair) -> None:
    people.real.say("ada", "@testfix fix")
    later = people.real.say("ada", "Thanks!")
    assert [said_on_request(people.asking, one)[0].verb for one in (later, "", "1", "9/comments/1")] == [""] * 4


def test_a_writer_who_mistypes_learns_the_forms(people: Pair) -> None:
    said, reply = said_on_request(people.asking, people.real.say("ada", "@testfix fix; rm -rf /"))
    assert said.verb == "" and "`@testfix fix`" in reply and "rm" not in reply


def test_a_fork_gets_nothing(people: Pair) -> None:
    people.real.is_fork = True
    people.real.label("ada", CONTENT)
    said, reply = said_on_request(people.asking, people.real.say("ada", "@testfix fix"))
    assert (said.verb, said.acknowledged, reply) == ("", [], "")


def test_a_failure_is_ignored_with_who_and_why(people: Pair) -> None:
    people.real.say("eve", IGNORE.replace(FAILURE, "f" * 12))
    said, reply = said_on_request(people.asking, people.real.say("ada", IGNORE))
    assert "stays red" in reply and said.verb == "ignore"
    assert [one.model_dump() for one in said.ignored] == [
        {"failure": FAILURE, "by": "ada", "because": "the service is down"}
    ]


def test_contents_are_acknowledged_by_comments_of_writers(people: Pair) -> None:
    people.real.say("ada", f"@testfix acknowledge {CONTENT}")
    people.real.say("eve", f"@testfix acknowledge {OTHER}")
    people.asking.put_comment(REPLY, f"{REPLY}\n@testfix acknowledge {OTHER}")
    assert said_on_request(people.asking, "")[0].acknowledged == [CONTENT]


def test_contents_are_acknowledged_by_labels_of_writers_where_the_forge_says_who_set_them(people: Pair) -> None:
    people.real.label("ada", CONTENT)
    people.real.label("eve", OTHER)
    people.real.label("ada", "e" * 32)
    people.real.label("eve", "e" * 32, is_set=False)
    people.real.label("ada", "bug")
    has_labels = not isinstance(people.real, LoopbackAzure | LoopbackBitbucket)
    assert said_on_request(people.asking, "")[0].acknowledged == ([CONTENT] if has_labels else [])


def test_a_label_that_somebody_else_has_set_again_is_theirs(people: Pair) -> None:
    people.real.label("ada", CONTENT)
    people.real.label("ada", CONTENT, is_set=False)
    people.real.label("eve", CONTENT)
    assert said_on_request(people.asking, "")[0].acknowledged == []


def test_where_the_forge_does_not_say_who_may_write_nothing_is_done(people: Pair) -> None:
    comment = people.real.say("ada", "@testfix fix")
    people.real.faults = [Fault(403, path=word) for word in ("permission", "members", "identities")]
    with pytest.raises(ForgeError, match="does not allow this"):
        said_on_request(people.asking, comment)


def test_a_person_is_asked_about_once(people: Pair) -> None:
    for _ in range(5):
        people.real.say("ada", f"@testfix acknowledge {CONTENT}")
    said_on_request(people.asking, "")
    asked = [
        one.path for one in people.real.asked if any(word in one.path for word in ("permission", "members", "lists"))
    ]
    assert len(asked) == 1
