"""A verification in the formats that other tools read: JUnit XML and SARIF 2.1.0."""

from __future__ import annotations

import json
import re
from xml.etree import ElementTree

from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.core.verification import EXIT_CODES, Verification

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def junit(found: Verification) -> str:
    """The tests after the change as one suite; the verdict is a case of its own, so that it can fail the job."""
    after = {**found.after, **found.own_tests}
    bad = [test for test, status in after.items() if status in ("failed", "error")]
    verdict, reasons = found.judged()
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
    name = _printable("::".join(test.split("::")[1:]) or test)
    case = ElementTree.SubElement(suite, "testcase", classname=_printable(test.file), name=name)
    if status == "skipped":
        ElementTree.SubElement(case, "skipped")
    elif status != "passed":
        known = test in found.before and found.before[test] == status
        ElementTree.SubElement(case, "failure", message="failed before the change, too" if known else status)


def _printable(text: str) -> str:
    return _NO_XML.sub("?", text)


def sarif(found: Verification) -> str:
    """The places that deceive or touch the judge; failing tests are no such results."""
    rules = sorted({one.rule for one in found.refused})
    results = [
        {
            "ruleId": one.rule,
            "level": "error",
            "message": {"text": one.reason},
            "locations": [{"physicalLocation": _location(one.path, line)} for line in one.lines[:1] or [1]],
        }
        for one in found.refused
    ]
    driver = {"name": "testfix verify", "rules": [{"id": rule} for rule in rules]}
    run = {"tool": {"driver": driver}, "results": results}
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2) + "\n"


def _location(path: str, line: int) -> dict[str, object]:
    return {"artifactLocation": {"uri": path}, "region": {"startLine": line}}
