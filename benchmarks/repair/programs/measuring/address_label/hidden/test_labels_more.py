from labels import Address, lines


def test_british_without_region():
    address = Address("Al", "High St", "Leeds", "LS1", "GB", house="3")
    assert lines(address, "GB") == ["Al", "3 High St", "LEEDS", "LS1"]


def test_american_without_postcode():
    address = Address("Al", "A St", "Reno", "", "US", region="NV")
    assert lines(address, "US") == ["Al", "A St", "RENO, NV"]


def test_blanks_within():
    address = Address("Al\tBo", "A   St", "Reno", "1", "US", region=" ")
    assert lines(address, "US") == ["Al Bo", "A St", "RENO, 1"]


def test_blank_company():
    address = Address("Al", "A St", "Bonn", "1", "DE", company="  ")
    assert lines(address, "DE") == ["Al", "A St", "1 Bonn"]
