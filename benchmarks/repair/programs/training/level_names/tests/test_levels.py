from levels import at_least, colour, rank

LINES = ["INFO: up", "CRITICAL: fire", "DEBUG: x", "ERROR: smoke"]


def test_rank():
    assert rank("info") == 1


def test_order():
    assert rank("DEBUG") < rank("ERROR")


def test_unknown():
    assert rank("loud") == -1


def test_at_least_info():
    assert at_least(["INFO: up", "DEBUG: x"], "INFO") == ["INFO: up"]


def test_critical_is_worst():
    assert at_least(LINES, "ERROR") == ["CRITICAL: fire", "ERROR: smoke"]


def test_colour():
    assert colour("critical") == "magenta"
    assert colour("loud") == "white"
