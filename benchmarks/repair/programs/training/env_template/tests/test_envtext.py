import pytest

from envtext import TemplateError, fill, names


def test_plain():
    assert fill("host=${HOST}", {"HOST": "db"}) == "host=db"


def test_two_plain_ones():
    assert fill("${A}:${B}", {"A": "1", "B": "2"}) == "1:2"


def test_default():
    assert fill("port=${PORT:-5432}", {}) == "port=5432"
    assert fill("port=${PORT:-5432}", {"PORT": "1"}) == "port=1"


def test_alternative():
    assert fill("run${DEBUG:+ --verbose}", {"DEBUG": "1"}) == "run --verbose"
    assert fill("run${DEBUG:+ --verbose}", {}) == "run"


def test_several_in_a_line():
    text = "${USER:-root}@${HOST:-localhost}:${PORT:-22}"
    assert fill(text, {"HOST": "db"}) == "root@db:22"


def test_default_then_text():
    assert fill("{ ${A:-x} }", {}) == "{ x }"


def test_filters():
    assert fill("${A|strip|upper}", {"A": " ab "}) == "AB"
    assert fill("${A|quote:-none}", {}) == '"none"'


def test_dollar():
    assert fill("cost: $$5 $${A}", {}) == "cost: $5 ${A}"


def test_missing_value():
    with pytest.raises(TemplateError, match="line 2: B has no value"):
        fill("a\n${B}", {})


def test_unknown_filter():
    with pytest.raises(TemplateError):
        fill("${A|rot13}", {"A": "x"})


def test_names():
    assert names("${B} ${A}\n${B} $${D}\n${C:-1}") == ["B", "A"]
