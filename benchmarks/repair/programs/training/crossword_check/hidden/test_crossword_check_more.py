from crossword_check import Grid, problems


def unchecked(rows):
    grid = Grid(rows)
    return {entry.label: grid.longest_unchecked(entry) for entry in grid.entries}


def test_two_separate_singles():
    assert unchecked(["ABCDE", "F#G#H", "IJKLM"]) == {
        "1 across": 1, "1 down": 1, "2 down": 1, "3 down": 1, "4 across": 1}


def test_longest_first():
    assert unchecked(["ABCDEF", "G##H#I"])["1 across"] == 2


def test_longest_last():
    assert unchecked(["ABCDEF", "G#H##I"])["1 across"] == 2


def test_unchecked_ends():
    assert unchecked(["ABCDE", "##F##", "GHIJK"]) == {"1 across": 2, "2 down": 1, "3 across": 2}


def test_all_unchecked():
    assert unchecked(["ABCD"]) == {"1 across": 4}


def test_all_checked():
    assert set(unchecked(["ABC", "DEF", "GHI"]).values()) == {0}


def test_down_entry():
    assert unchecked(["AB", "C#", "DE", "F#", "G#", "HI"])["1 down"] == 2


def test_limit_reached_but_not_passed():
    assert problems(Grid(["ABCDEFG", "H##I##J", "KLMNOPQ"]), unchecked=2) == []


def test_limit_passed():
    assert problems(Grid(["ABCDEFG", "H##I##J", "KLMNOPQ"]), unchecked=1) == [
        "1 across has too many unchecked letters", "4 across has too many unchecked letters"]


def test_other_entries_unaffected():
    assert problems(Grid(["ABCDE", "F###G", "HIJKL"]), unchecked=3) == []


def test_blank_lines_and_case():
    assert [e.word for e in Grid(["", " ab# ", "", "cd#"]).entries] == ["AB", "AC", "BD", "CD"]
