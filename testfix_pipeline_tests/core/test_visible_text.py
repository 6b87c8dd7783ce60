from hypothesis import given
from hypothesis import strategies as st

from testfix_pipeline.core.visible_text import visible


def test_codes_are_spelt_out_and_text_stays():
    assert visible("a\x1b[31mb\x07\r\x9b") == r"a\x1b[31mb\x07\r\x9b"
    assert visible("größe\t1\n2 → 3") == "größe\t1\n2 → 3"
    assert visible("a\u202eb\u2028\u200e\u200f\u061c") == r"a\u202eb\u2028\u200e\u200f\u061c"


@given(st.text())
def test_nothing_drives_a_terminal(text):
    shown = visible(text)
    assert all(letter in "\n\t" or letter.isprintable() or ord(letter) > 0x9F for letter in shown)
    assert visible(shown) == shown
