from isbn_check import check_char_10, check_digit_13, is_isbn_13, to_isbn_13


def test_conversion_ending_in_zero():
    assert to_isbn_13("0-201-63361-2") == "9780201633610"


def test_converted_numbers_are_valid():
    for n in range(123450000, 123450060):
        body = str(n)
        code = to_isbn_13(body + check_char_10(body))
        assert len(code) == 13
        assert is_isbn_13(code)


def test_exactly_one_digit_fits():
    for n in range(40):
        body = f"9780000{n:05d}"
        assert sum(is_isbn_13(body + str(d)) for d in range(10)) == 1


def test_digit_range():
    digits = {check_digit_13(f"979{n:09d}") for n in range(200)}
    assert digits == set(range(10))


def test_wrong_zero_is_refused():
    assert not is_isbn_13("978-0-306-40615-0")


def test_foreign_prefix():
    assert not is_isbn_13("4006381333931")
