from headline import capital, headline, shorten, styled


def test_plain():
    assert headline("the art of war") == "The Art of War"


def test_last_word():
    assert headline("what are you waiting for") == "What Are You Waiting For"


def test_from_shouting():
    assert headline("war AND peace") == "War and Peace"


def test_acronym():
    assert headline("how NASA flies") == "How NASA Flies"


def test_brand():
    assert headline("the new iphone, reviewed") == "The New iPhone, Reviewed"


def test_after_colon():
    assert headline("python: the basics") == "Python: The Basics"


def test_hyphen():
    assert headline("the state-of-the-art tools") == "The State-of-the-Art Tools"


def test_capital():
    assert capital("(hello") == "(Hello"
    assert capital("123") == "123"


def test_styled_edge():
    assert styled("of", edge=True) == "Of"


def test_shorten():
    assert shorten("A Long Day, Indeed", 14) == "A Long Day..."
    assert shorten("Short", 10) == "Short"
