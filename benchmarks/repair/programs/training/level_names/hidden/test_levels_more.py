from levels import rank


def test_more():
    assert rank("CRITICAL") == 4 and rank("critical") > rank("error")
