import pytest

from minitpl import MissingName, Template


def test_context_stays():
    context = {"names": ["a", "b"], "index": 9}
    template = Template("{% for n in names %}{{ n }}{{ index }}{% end %}{{ index }}")
    assert [template.render(context), template.render(context)] == ["a1b29", "a1b29"]
    assert context == {"names": ["a", "b"], "index": 9}


def test_gone_after_the_loop():
    with pytest.raises(MissingName):
        Template("{% for n in names %}{{ n }}{% end %}{{ n }}").render({"names": [1]})
