from pedigree import Family, Person


def test_shorter_through_the_father():
    family = Family([
        Person("X", "F", "M"), Person("M", None, "N"), Person("N", None, "F"), Person("F", "G"),
    ])
    assert family.ancestors("X") == {"X": 0, "F": 1, "M": 1, "G": 2, "N": 2}
    assert family.relation("X", "F") == "parent"


def test_shorter_through_the_mother():
    family = Family([Person("X", "F", "M"), Person("F", "G"), Person("G", None, "M")])
    assert family.ancestors("X")["M"] == 1
