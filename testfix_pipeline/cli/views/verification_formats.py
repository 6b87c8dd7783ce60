"""Writes a verification as JUnit XML and SARIF 2.1.0 for other tools."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from urllib.parse import quote
from xml.etree import ElementTree

from testfix_pipeline.core.test_ids import TestId, name_in_file
from testfix_pipeline.core.verification import EXIT_CODES, HARMLESS_RULES, RefusedPlace, TestEdit, Verification

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def junit(found: Verification) -> str:
    """Return the tests after the change as one suite; the verdict is a separate case, so that it can fail the job."""
    after = {**found.after, **found.own_tests}
    bad = [test for test, status in after.items() if status in ("failed", "error")]
    verdict, reasons = found.verdict_with_reasons()
    failed = EXIT_CODES[verdict] != 0
    suite = ElementTree.Element(
        "testsuite",
        name="testfix verify",
        tests=str(len(after) + 1),
        failures=str(len(bad) + failed),
        errors="0",
        skipped=str(sum(status == "skipped" for status in after.values())),
        time=f"{found.seconds:.3f}",
    )
    case = ElementTree.SubElement(suite, "testcase", classname="testfix", name="verdict")
    if failed:
        ElementTree.SubElement(case, "failure", message=verdict).text = _printable("\n".join(reasons))
    for test, status in sorted(after.items()):
        _case(suite, TestId(test), status, found)
    return ElementTree.tostring(suite, encoding="unicode", xml_declaration=True) + "\n"


def _case(suite: ElementTree.Element, test: TestId, status: str, found: Verification) -> None:
    name = _printable(name_in_file(test) or test)
    case = ElementTree.SubElement(suite, "testcase", classname=_printable(test.file), name=name)
    if status == "skipped":
        ElementTree.SubElement(case, "skipped")
    elif status != "passed":
        known = test in found.before and found.before[test] == status
        ElementTree.SubElement(case, "failure", message="failed before the change, too" if known else status)


def _printable(text: str) -> str:
    return _NO_XML.sub("?", text)


def sarif(found: Verification) -> str:
    """Return tampering, changes of the judge, and edited tests; failing tests are not such results."""
    results = [*map(_refused, found.refused), *_objections(found), *map(_edited, found.test_edits)]
    rules = sorted({str(one["ruleId"]) for one in results})
    driver = {"name": "testfix verify", "rules": [{"id": rule} for rule in rules]}
    run = {"tool": {"driver": driver}, "results": results}
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2) + "\n"


def _refused(place: RefusedPlace) -> dict[str, object]:
    level = "note" if place.rule in HARMLESS_RULES else "error"
    return _result(place.rule, level, place.reason, [(place.path, place.lines[0] if place.lines else 1)])


def _objections(found: Verification) -> Iterator[dict[str, object]]:
    """Return the second look's objections; their place is the changed source files."""
    if found.objection:
        reason, _, rule = found.objection.rpartition(" (")
        code = [(path, 1) for path in found.files if path not in found.test_files]
        yield _result(rule.removesuffix(")"), "error", reason, code)


def _edited(edit: TestEdit) -> dict[str, object]:
    level = "warning" if edit.kind == "edited" else "error"
    return _result(f"test_{edit.kind}", level, f"{edit.test} is {edit.kind}: {edit.why}", [(edit.test.file, 1)])


def _result(rule: str, level: str, text: str, places: Sequence[tuple[str, int]]) -> dict[str, object]:
    locations = [{"physicalLocation": _location(path, line)} for path, line in places]
    return {"ruleId": rule, "level": level, "message": {"text": text}, "locations": locations}


def _location(path: str, line: int) -> dict[str, object]:
    """Return a place as a URI reference relative to the project's root."""
    uri = quote(path.encode("utf-8", "surrogateescape"))
    return {"artifactLocation": {"uri": uri, "uriBaseId": "%SRCROOT%"}, "region": {"startLine": line}}
