"""What is done beside like statements elsewhere is proposed where it is missing; nothing that reads unknown names."""

import pytest

from testfix_pipeline.repair.languages.go.language import GO
from testfix_pipeline.repair.languages.javascript.enclosing import cleaned_up
from testfix_pipeline.repair.languages.javascript.language import JAVASCRIPT
from testfix_pipeline.repair.languages.javascript.target import JsTarget
from testfix_pipeline.repair.languages.tree_sitter.companions import companions
from testfix_pipeline.repair.model.edit import apply_spans
from testfix_pipeline.repair.model.failure_evidence import FailureEvidence

CACHE = """class Cache {
  #entries = new Map();
  get(key) {
    const entry = this.#entries.get(key);
    this.#entries.set(key, entry);
    return entry.value;
  }
  set(name, value) {
    this.#entries.delete(name);
    this.#entries.set(name, { value });
    this.changed(name);
  }
}
"""
STORE = """package a

func (s *Store) Put(id string, n int) {
	s.all[id] = n
	s.changes++
}

func (s *Store) Reset(key string) {
	s.all[key] = 0
}
"""


def proposed(path: str, text: str) -> dict[str, float]:
    """The file's text after each companion, with its prior."""
    language = GO if path.endswith(".go") else JAVASCRIPT
    source = language.read(path, text.encode())
    targets = [language.target(source, one, FailureEvidence()) for one in dict.fromkeys(source.statements.values())]
    return {apply_spans(text, edit.spans): edit.prior for one in targets for edit in companions(one)}


def test_what_goes_before_and_after_a_call_elsewhere_is_proposed_with_the_names_of_this_place() -> None:
    found = proposed("cache.js", CACHE)
    own = "    this.#entries.set(key, entry);\n"
    assert found[CACHE.replace(own, "    this.#entries.delete(key);\n" + own)] == 0.9
    assert found[CACHE.replace(own, own + "    this.changed(key);\n")] == 0.9


def test_a_count_beside_a_write_of_the_same_state_is_proposed_in_go() -> None:
    found = proposed("store.go", STORE)
    assert STORE.replace("\ts.all[key] = 0\n", "\ts.all[key] = 0\n\ts.changes++\n") in found


@pytest.mark.parametrize(
    "code",
    [
        "function f(x) {\n  all.add(x);\n  log(x);\n}\nfunction g(x) {\n  all.add(x);\n  log(x);\n}\n",
        "function f(x) {\n  all.add(1);\n  log(x);\n}\nfunction g() {\n  all.add(2);\n}\n",
        "function f(x) {\n  all.add(x);\n  return x;\n}\nfunction g(x) {\n  all.add(x);\n}\n",
        "function f(x) {\n  const n = 1;\n  all.add(x);\n}\nfunction g(x) {\n  all.add(x);\n}\n",
        "function f(x) {\n  all.add(x);\n  log(x);\n}\nfunction g(x) {\n  other.add(x);\n}\n",
        "class A {\n  constructor() {\n    this.a = 1;\n    this.b = [];\n  }\n  f() {\n    this.a += 1;\n  }\n}\n",
    ],
    ids=["there already", "unreadable", "leaves", "declares", "other state", "begins"],
)
def test_nothing_else_is_proposed(code: str) -> None:
    assert proposed("a.js", code) == {}


def test_a_step_is_added_to_a_block_that_stands_on_one_line() -> None:
    code = (
        "function f(c) {\n  if (c === 1) { out.push(c); cell = ''; }\n  else if (c === 2) { out.push(c); done(); }\n}\n"
    )
    source = JAVASCRIPT.read("a.js", code.encode())
    targets = [JsTarget(source, one, FailureEvidence()) for one in dict.fromkeys(source.statements.values())]
    (producer,) = [one for one in JAVASCRIPT.producers if one.id == "js.companion"]
    found = [apply_spans(code, edit.spans) for one in targets for edit in JAVASCRIPT.propose(one, producer)]
    assert code.replace("out.push(c); done();", "out.push(c); cell = ''; done();") in found


def test_what_follows_a_statement_that_an_error_comes_out_of_is_done_in_any_case() -> None:
    code = "async function f(p) {\n  const one = await p.work();\n  p.give();\n  return one;\n}\n"
    source = JAVASCRIPT.read("a.js", code.encode())
    failing = FailureEvidence(passed_lines={("a.js", 2): "Error"})
    (edit,) = cleaned_up(JsTarget(source, source.statements[2], failing))
    wanted = "  try { return await p.work(); } finally { p.give(); }\n}\n"
    assert apply_spans(code, edit.spans) == code[: code.index("  const")] + wanted and edit.prior == 0.9


def test_a_step_in_a_line_without_semicolons_is_set_off_by_one() -> None:
    code = "function f(c) {\n  if (c) { m.push(c) }\n}\nfunction g(c) {\n  m.push(c)\n  done(c)\n}\n"
    source = JAVASCRIPT.read("a.js", code.encode())
    target = JsTarget(source, source.statements[2], FailureEvidence())
    found = [apply_spans(code, edit.spans) for one in target.inner for edit in companions(one)]
    assert found == [code.replace("{ m.push(c) }", "{ m.push(c); done(c) }")]
