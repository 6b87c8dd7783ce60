"""Calls of what is no function."""

import ast

from testfix_pipeline.repair.languages.python.analysis.edit import FailureEvidence, PythonEditSite
from testfix_pipeline.repair.languages.python.edits.called_values import propose_values
from testfix_pipeline.repair.languages.python.source import SourceFile
from testfix_pipeline.repair.model.candidate import Candidate


def texts(line: str, *messages: str) -> list[str]:
    source = SourceFile("m.py", f"def f(x, g):\n    {line}\n".encode())
    function = source.tree.body[0]
    assert isinstance(function, ast.FunctionDef)
    site = PythonEditSite(source, function.body[0], None, FailureEvidence(messages=messages), (), (source,))
    found = [Candidate.single(source, one, 1.0, "test").texts["m.py"] for one in propose_values(site)]
    return [text.splitlines()[1].strip() for text in found]


def test_a_value_is_not_called() -> None:
    said = "'str' object is not callable"
    assert sorted(texts("return x.title(), g()", said)) == ["return x.title(), g", "return x.title, g()"]
    assert texts("return x.title(1)", said) == texts("return x.title()", "something else") == []
