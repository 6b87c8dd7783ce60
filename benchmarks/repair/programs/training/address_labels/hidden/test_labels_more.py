from labels import Company, Person, label, sheet


def test_private_abroad():
    one = Person("Li Na", "Road 2", "75001", "Paris", "FR")
    assert label(one) == ["Li Na", "Road 2", "75001 Paris", "FRANCE"]
    assert label(one, sender="FR") == ["Li Na", "Road 2", "75001 Paris"]


def test_company_without_department():
    one = Person("Li Na", "Road 2", "75001", "Paris", "DE", Company("Paul"))
    assert label(one)[:2] == ["Paul", "Li Na"]


def test_sheet_of_private_people():
    people = [Person("A", "B", "1", "C"), Person("D", "E", "2", "F")]
    assert sheet(people, width=5).splitlines() == ["A    D", "B    E", "1 C  2 F"]
