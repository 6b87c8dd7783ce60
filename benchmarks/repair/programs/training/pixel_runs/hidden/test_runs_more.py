from runs import coded, decoded


def test_single_after_run():
    assert decoded("2wbw") == "wwbw"


def test_many():
    for line in ("wwwwwwwwwwwwb", "wbwbwb", "bbbbw"):
        assert decoded(coded(line)) == line
