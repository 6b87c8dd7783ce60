"""Edit templates: each does what its examples say and nothing else; a template is added by one block in one file."""

import pytest

from testfix_pipeline.repair.languages.python.analysis.edit import apply_spans
from testfix_pipeline.repair.languages.python.edits.edit_producer import weighed_proposals
from testfix_pipeline.repair.languages.python.source import SourceFile
from testfix_pipeline.repair.languages.python.templates import catalogue
from testfix_pipeline.repair.languages.python.templates.matching import PatternCode, TemplateError, matches
from testfix_pipeline.repair.languages.python.templates.template import DEFAULT_PRIOR, PRIORS_BY_ID, Template, Templates
from testfix_pipeline.repair.languages.python.templates.written_templates import read_templates
from testfix_pipeline_tests.repair.sources import parsed, shape, targets, texts

ZIPPED = """
zipped; argument.given
  zip($A, $B) → zip($A, $B, strict=True)
      x = zip(a, b) → x = zip(a, b, strict=True)
      x = zip(a, b, c)
"""
MATCHES = [
    pytest.param("$A.get($B, $C)", "d.get(  # why\n  k,\n  1,  # so\n)", ["d", "k", "1"], id="comments and layout"),
    pytest.param("$A.get($B, $C)", "(d).get((k), (1))", ["d", "k", "1"], id="redundant parentheses"),
    pytest.param("$A[$B // 2]", "x[(n // 2)]", ["x", "n"], id="parentheses inside"),
    pytest.param("$A is None", "x is (None)", ["x"], id="parentheses around a constant"),
    pytest.param("$A < $B", "a < b < c", None, id="a chain is no pair"),
    pytest.param("$A.get('k')", 'd.get("k")', ["d"], id="quotes"),
    pytest.param("f($A)", "f(a=1)", None, id="a keyword is no expression"),
    pytest.param("f($A)", "f(*a)", None, id="neither is a star"),
    pytest.param("f($A, $$$B)", "f(a, *b, k=c)", ["a", "*b, k=c"], id="any number of arguments"),
    pytest.param("f($A, $$$B)", "f(a)", ["a", ""], id="none of them"),
    pytest.param("all($A for $B in $C)", "all(x for x in xs if x)", None, id="a filter is more"),
    pytest.param("all($A for $B in $C)", "all(x > 1 for x in xs)", ["x > 1", "x", "xs"], id="a generator"),
    pytest.param("$A - $A", "f(x) - f( x )", ["f(x)"], id="the same twice"),
    pytest.param("$A - $A", "x - y", None, id="not the same"),
    pytest.param("$A.$M()", "é.größe()", ["é", "größe"], id="beyond ASCII, a name behind a dot"),
    pytest.param("$A or $B", "a or b or c", None, id="three operands are no two"),
]
REFUSED = [
    pytest.param({"match": "$A <"}, "`$A <` is not one Python statement or expression", id="a pattern that is no code"),
    pytest.param({"rewrites": ["$C"]}, "`$C` uses $C, which `f($A)` doesn't have", id="an unknown metavariable"),
    pytest.param({"rewrites": ["f($A)"]}, "changes nothing", id="no change"),
    pytest.param({"rewrites": ["return $A"]}, "`return $A` is a statement", id="a statement for an expression"),
    pytest.param({"match": "for $A in f(): pass"}, "has a block", id="a statement with a block"),
    pytest.param({"examples": []}, "needs a rewrite and an example", id="no example"),
    pytest.param({"id": "Not An Id"}, "an id is lower-case words", id="an id with spaces"),
    pytest.param({"id": "compare/less"}, "as many rewrites as its prior", id="priors for other rewrites"),
]


def named(templates: tuple[Template, ...]) -> list[object]:
    return [pytest.param(one, id=one.id) for one in templates]


@pytest.mark.parametrize("template", named(catalogue.TEMPLATES))
def test_a_template_does_what_its_examples_say(template: Template) -> None:
    template.check()
    for before, after in template.examples:
        assert shape(after) in texts(Templates([template]), shape(before)), before
    for code in template.non_examples:
        assert not texts(Templates([template]), shape(code)), code


def test_every_prior_belongs_to_a_template() -> None:
    assert not set(PRIORS_BY_ID) - {one.id for one in catalogue.TEMPLATES}


def test_a_template_is_added_by_one_block_of_text() -> None:
    (added,) = catalogue.producers_of(tuple(read_templates(ZIPPED)))
    (target,) = targets(parsed("pairs = zip(names, ages)"))
    (edit,) = weighed_proposals(target, added)
    assert edit.kind == "argument.given" and edit.prior == added.bound == DEFAULT_PRIOR
    assert apply_spans(target.source.text, edit.spans) == "pairs = zip(names, ages, strict=True)"


def test_two_templates_with_one_id_are_refused() -> None:
    with pytest.raises(TemplateError, match="'zipped': 2 templates have this id"):
        catalogue.with_unique_ids((*read_templates(ZIPPED), *read_templates(ZIPPED)))


@pytest.mark.parametrize(("changed", "message"), REFUSED)
def test_a_template_that_can_not_be_used_says_why(changed: dict[str, object], message: str) -> None:
    good = {"id": "good", "match": "f($A)", "rewrites": ["$A"], "edit": "call.dropped", "examples": [("f(x)", "x")]}
    with pytest.raises(TemplateError) as refused:
        Template(**{**good, **changed}).check()  # type: ignore[arg-type]
    assert message in str(refused.value) and str(changed.get("id", "good")) in str(refused.value)


@pytest.mark.parametrize(("pattern", "code", "found"), MATCHES)
def test_patterns_match_the_code_and_not_its_layout(pattern: str, code: str, found: list[str] | None) -> None:
    (target,) = targets(parsed(f"x = ({code})"))
    root = PatternCode.parse(pattern).root
    here = [match for node in target.expressions() for match in matches(root, target, node)]
    assert [[match.text(name) for name in sorted(match.found)] for match in here] == ([] if found is None else [found])


@pytest.mark.parametrize(
    ("match", "rewrite", "code", "after"),
    [
        pytest.param("$A < $B", "$A <= $B", "x = é  <  b  # <", "x = é  <=  b  # <", id="an operator, to the byte"),
        pytest.param("$A < $B", "$A <= $B", "x = 0 <= i < n", "x = 0 <= i <= n", id="an operator of a chain"),
        pytest.param("$A - $B", "$B - $A", "x = f( a ) -  b", "x = b -  f( a )", id="operands, what is between stays"),
        pytest.param("f($A)", "$A * 2", "x = f(a + b) ** c", "x = ((a + b) * 2) ** c", id="parentheses where needed"),
        pytest.param("f($A)", "g($A)", "x = f(a + b)", "x = g(a + b)", id="and nowhere else"),
        pytest.param("f($A)", "g($A)", "x = f(y for y in ys)", "x = g(y for y in ys)", id="a generator as argument"),
        pytest.param("$A = $B", "$A += $B", "x = (a or\n  b)", "x += (a or\n  b)", id="brackets around lines"),
        pytest.param("f($A)", "$A", "x = f(a or\n  b)", "x = (a or\n  b)", id="lines that brackets held together"),
        pytest.param("f($$$A)", "g(1, $$$A)", "x = f()", "x = g(1)", id="no arguments, no comma"),
        pytest.param("f($A)", "$A", 'x = f"{f(ü)} é"', 'x = f"{ü} é"', id="in an f-string"),
        pytest.param("f($A)", "$A", "@f(a)\ndef g(): pass\n", "@a\ndef g(): pass\n", id="in a decorator"),
        pytest.param(
            "$A += $B", "$A -= $B", "if x: pass\nelse:\n\ty += 1\r\n", "if x: pass\nelse:\n\ty -= 1\r\n", id="else"
        ),
    ],
)
def test_only_what_differs_is_replaced(match: str, rewrite: str, code: str, after: str) -> None:
    template = Template("one", match, [rewrite], "argument.given", examples=[("", "")])
    sources = (SourceFile("file.py", code.encode()),)
    edits = [edit for target in targets(sources) for edit in Templates([template])(target)]
    assert [apply_spans(code, edit.spans) for edit in edits] == [after]
