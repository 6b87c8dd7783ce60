import pytest

from quantity import Quantity, UnitError

q = Quantity.parse


def test_parse():
    assert (q("-1.5 km").value, q("-1.5 km").unit.symbol) == (-1.5, "km")


@pytest.mark.parametrize("text", ["", "km", "3", "3 parsec"])
def test_parse_errors(text):
    with pytest.raises(UnitError):
        q(text)


def test_length():
    assert q("2 km").to("m").value == 2000
    assert q("1 ft").to("in").value == pytest.approx(12)


def test_to_kelvin_and_celsius():
    assert q("212 °F").to("°C").value == pytest.approx(100)
    assert q("32 °F").to("K").value == pytest.approx(273.15)


def test_to_fahrenheit():
    assert q("100 °C").to("°F").value == pytest.approx(212)
    assert q("-40 °C").to("°F").value == pytest.approx(-40)


def test_add():
    assert q("1 kg") + q("500 g") == q("1.5 kg")
    assert q("20 °C") + q("9 °F") == q("25 °C")


def test_difference_of_scales():
    assert (q("50 °F") - q("0 °C")).value == pytest.approx(18)


def test_compare():
    assert q("1 ft") > q("11 in")
    assert q("1 km") <= q("1000 m")
    assert q("1 m") != q("1 kg")


def test_format():
    assert f"{q('2500 m'):.1f km}" == "2.5 km"
    assert f"{q('5 g')}" == "5 g"


def test_format_in_unit():
    assert f"{q('25 °C'):.0f °F}" == "77 °F"


def test_kinds_do_not_mix():
    with pytest.raises(UnitError, match="kg isn't a length"):
        q("1 m").to("kg")
