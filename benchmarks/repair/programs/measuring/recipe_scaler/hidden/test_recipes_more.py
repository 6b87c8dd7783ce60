import pytest

from recipes import Recipe, UnitError, parse_amount, shopping_list


@pytest.mark.parametrize(
    "first, second, total",
    [("1 kg", "500 g", "1½ kg"), ("500 g", "1 kg", "1500 g"), ("1 cup", "2 tbsp", "1.12 cup"), ("2", "3", "5"), ("1 l", "1 l", "2 l")],
)
def test_sum(first, second, total):
    assert str(parse_amount(first) + parse_amount(second)) == total


def test_incompatible_units():
    with pytest.raises(UnitError):
        parse_amount("1 cup") + parse_amount("1 kg")


def test_three_recipes():
    spoons = [Recipe("x", 1, {"oil": parse_amount(a)}) for a in ("1 tbsp", "1 tsp", "1 tsp")]
    assert shopping_list(spoons) == ["oil: 1⅔ tbsp"]
