from telemetry import receive, seal


def rejected(*frames):
    return [number for number, _ in receive(map(seal, frames)).rejected]


def test_several_unknown():
    assert rejected("A:X=1", "A:OUT=1", "B:Y=2") == [1, 3]


def test_unknown_after_a_known_field():
    log = receive([seal("A:OUT=1;NEW=2")])
    assert log.readings == []
    assert len(log.rejected) == 1


def test_empty_and_lower_case_names():
    assert rejected("A:", "A:out=5", "A:=5", "A:OUT=5;") == [1, 2, 3, 4]


def test_other_reasons_are_still_noted():
    assert rejected("A:OUT=", "A:OUT=1000", "A OUT=5") == [1, 2, 3]


def test_quality():
    log = receive([seal("A:OUT=1"), seal("A:FOO=1"), seal("A:OUT=1")])
    assert log.quality() == 66.7


def test_reason_names_the_sensor():
    ((number, reason),) = receive(["", seal("A:FOO=1")]).rejected
    assert number == 2
    assert "FOO" in reason
