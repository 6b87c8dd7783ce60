"""Counters in front of Go statements, which tell the lines that a process runs; no line moves."""

from __future__ import annotations

import json

from testfix_pipeline.repair.languages.go.source import CASES, DECLARED, FUNCTIONS, GoSource
from testfix_pipeline.repair.model.edit import apply_spans

_NOT_COUNTED = (*CASES, *DECLARED, "const_declaration", "labeled_statement")


def with_counters(source: GoSource, number: int, record: str) -> str | None:
    """The text of a file that appends `number:line` to the file `record` when a line runs for the first time.

    None where it has no functions.
    """
    mark, spans = f"testfixLine{number}", []
    for stmt in dict.fromkeys(source.statements.values()):
        parent = source.syntax.parent(stmt.node)
        if parent is not None and parent.type == "statement_list" and stmt.node.type not in _NOT_COUNTED:
            spans.append((stmt.start, stmt.start, f"{mark}({stmt.lineno}); "))
    for function in source.syntax.of_type(*FUNCTIONS):
        body = function.child_by_field_name("body")
        if body is not None:
            start = source.span(body)[0] + 1
            spans.append((start, start, f" {mark}({int(function.start_point[0]) + 1}); "))
    head = next(iter(source.syntax.of_type("package_clause")), None)
    if not spans or head is None:
        return None
    end = source.span(head)[1]
    spans.append((end, end, f'; import testfixOS{number} "os"; import testfixText{number} "strconv"'))
    return apply_spans(source.text, spans) + _recorder(mark, number, record, source.text.count("\n") + 2)


def _recorder(mark: str, number: int, record: str, lines: int) -> str:
    return (
        f"\nvar {mark}s [{lines}]bool\n\nfunc {mark}(line int) {{\n\tif {mark}s[line] {{\n\t\treturn\n\t}}\n"
        f"\t{mark}s[line] = true\n"
        f"\tfile, err := testfixOS{number}.OpenFile({json.dumps(record)}, testfixOS{number}.O_APPEND"
        f"|testfixOS{number}.O_CREATE|testfixOS{number}.O_WRONLY, 0o644)\n\tif err != nil {{\n\t\treturn\n\t}}\n"
        f'\tfile.WriteString("{number}:" + testfixText{number}.Itoa(line) + "\\n")\n\tfile.Close()\n}}\n'
    )
