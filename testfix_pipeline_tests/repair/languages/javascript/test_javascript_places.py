"""What runs at import is found from the statements that read it, and statements have features of their form."""

from pathlib import Path

from testfix_pipeline.core.records import Failure
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.repair.languages.javascript.language import JAVASCRIPT
from testfix_pipeline.repair.languages.javascript.source import JsSource
from testfix_pipeline.repair.model.sources import Sources
from testfix_pipeline.repair.model.symptoms import SuspiciousStatement, Symptoms

UNITS = "const FACTOR = 1000;\nexports.SIZES = { kb: FACTOR };\nexports.other = 1;\n"
PARSE = """\
const { SIZES } = require('./units');
const PATTERN = /^(\\d+)(kb)$/;
const unread = 1;
class Reader {
  limit = 3;
  parse(text) {
    const found = PATTERN.exec(text);
    if (!found) throw new Error('no such size');
    return found[1] * SIZES[found[2]];
  }
}
"""


def place(tmp_path: Path, line: int) -> tuple[Sources, SuspiciousStatement]:
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib" / "units.js").write_text(UNITS)
    (tmp_path / "lib" / "parse.js").write_text(PARSE)
    sources = Sources(tmp_path)
    source = sources.source("lib/parse.js")
    assert isinstance(source, JsSource)
    stmt = source.statements[line]
    return sources, SuspiciousStatement(source, stmt, source.function_of(stmt))


def read_by(tmp_path: Path, line: int) -> dict[tuple[str, int], str]:
    sources, reader = place(tmp_path, line)
    found = list(JAVASCRIPT.dependencies(sources)(reader))
    return {(one.source.path, one.stmt.lineno): one.relation for one in reversed(found)}


def test_a_pattern_is_found_from_the_statement_that_uses_it(tmp_path: Path) -> None:
    assert read_by(tmp_path, 7) == {("lib/parse.js", 2): "read", ("lib/parse.js", 5): "own class"}


def test_the_texts_of_a_statement_are_compared_with_what_a_failure_says(tmp_path: Path) -> None:
    _, complaint = place(tmp_path, 8)
    test = TestId.of("test/parse.test.js", ["reads"], 1)
    failure = Failure(test=test, error="no such size", error_type="Error", file="lib/parse.js", line=8, signature="")
    (group,) = JAVASCRIPT.place_features(Symptoms([test], [], {}, [failure]), tmp_path)
    found = dict(group.of(complaint))
    assert found["condition"] == 1.0 and found["return"] == 0.0 and 0 < found["size"] < 1
