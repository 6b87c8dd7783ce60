from macros import Expander, MacroTable


def expand(text, *definitions):
    return Expander(MacroTable(*definitions)).expand(text)


def test_calls_of_itself():
    assert expand("f(1)", "f(x) f(x + 1)") == "f(1 + 1)"


def test_ring_of_three():
    assert expand("A", "A B", "B C", "C A!") == "A!"


def test_same_macro_twice():
    assert expand("P + P", "P Q*Q", "Q 3") == "3*3 + 3*3"


def test_used_beside_and_inside():
    assert expand("A B", "A B B", "B 1") == "1 1 1"


def test_call_in_an_argument():
    assert expand("inc(inc(1))", "inc(x) (x + 1)") == "((1 + 1) + 1)"


def test_again_after_its_end():
    assert expand("foo foo", "foo <foo>") == "<foo> <foo>"
