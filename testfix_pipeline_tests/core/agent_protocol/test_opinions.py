"""What models say of failures changes no class and lowers nothing."""

from typing import Any, get_args

from hypothesis import given
from hypothesis import strategies as st

from testfix_pipeline.core.agent_protocol.opinions import Opinion, doubted_last, opinions_in, with_opinions
from testfix_pipeline.core.records import Cluster, Criticality, Failure, FailureClass

WEIGHTS = ("low", "medium", "high")
FAILURE = Failure(test="t.py::test_a", signature="s", evidence="It stops in calc.py.", criticality="medium")


def heard(**said: Any) -> list[Opinion]:
    return opinions_in({"failures": [{"test": FAILURE.test, **said}]}, [FAILURE], "gemini")


def test_an_opinion_raises_the_criticality_and_adds_to_the_evidence() -> None:
    said = heard(**{"class": "test_defect", "criticality": "high", "evidence": "It compares with yesterday."})
    (found,) = with_opinions([FAILURE], said)
    assert (found.failure_class, found.criticality) == ("code_defect", "high")
    assert found.evidence == "It stops in calc.py. gemini takes it for test_defect: It compares with yesterday."
    assert with_opinions([found], said) == [found]  # once is enough
    (other,) = with_opinions([FAILURE.model_copy(update={"signature": "another"})], said)
    assert other.criticality == "medium" and "gemini" not in other.evidence


def test_what_says_nothing_is_not_heard() -> None:
    assert heard(**{"class": "test_defect"}) == []  # without evidence
    assert heard(**{"class": "a bad day", "evidence": "Look.", "criticality": "urgent"}) == []
    assert [one.criticality for one in heard(criticality="low")] == ["low"]
    payloads: list[dict[str, Any]] = [
        {},
        {"failures": "all"},
        {"failures": ["x", None, {"test": "other"}, {"test": []}]},
    ]
    assert [opinions_in(payload, [FAILURE], "gemini") for payload in payloads] == [[], [], []]


def test_clusters_that_are_held_for_no_defect_of_the_code_come_last() -> None:
    other = FAILURE.model_copy(update={"test": "t.py::test_b", "signature": "z"})
    groups = [Cluster(signature=one.signature, tests=[one.test]) for one in (FAILURE, other)]
    doubts = heard(**{"class": "env_issue", "evidence": "There is no server."})
    assert [group.signature for group in doubted_last(groups, doubts, [FAILURE, other])] == ["z", "s"]
    assert doubted_last(groups, [], [FAILURE, other]) == groups
    sure = heard(**{"class": "code_defect", "evidence": "The sign is wrong."})
    assert doubted_last(groups, sure, [FAILURE, other]) == groups


OPINIONS = st.builds(
    Opinion,
    test=st.sampled_from(["a", "b"]),
    tool=st.just("gemini"),
    signature=st.sampled_from(["s", "z"]),
    failure_class=st.none() | st.sampled_from(get_args(FailureClass)),
    criticality=st.none() | st.sampled_from(get_args(Criticality)),
    evidence=st.text(max_size=5),
)
FAILURES = st.builds(
    Failure,
    test=st.sampled_from(["a", "b"]),
    signature=st.sampled_from(["s", "z"]),
    failure_class=st.sampled_from(get_args(FailureClass)),
    criticality=st.sampled_from(WEIGHTS),
)


@given(st.lists(FAILURES), st.lists(OPINIONS))
def test_no_opinion_changes_a_class_or_lowers_a_criticality(failures: list[Failure], said: list[Opinion]) -> None:
    after = with_opinions(failures, said)
    assert [one.failure_class for one in after] == [one.failure_class for one in failures]
    pairs = zip(failures, after, strict=True)
    assert all(WEIGHTS.index(one.criticality) <= WEIGHTS.index(two.criticality) for one, two in pairs)
    assert with_opinions(after, said) == after
