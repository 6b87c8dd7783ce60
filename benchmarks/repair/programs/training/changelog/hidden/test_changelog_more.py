from changelog import changelog, parse_commit


def test_mark_without_scope():
    assert parse_commit("chore!: python 3.12").breaking


def test_footer_still_counts():
    assert parse_commit("chore: x\n\nBREAKING CHANGE: y").breaking
    assert parse_commit("whatever\n\nBREAKING CHANGE: y").breaking


def test_not_breaking():
    assert parse_commit("fix: hurry!").breaking is False


def test_section():
    assert changelog("1", ["refactor!: a", "feat: b"]).splitlines()[2:4] == ["### Breaking", "- a"]
