"""The probe's answer as typed values: it comes from a process that runs the project's code."""

from typing import Any

import pytest

from testfix_pipeline.repair.languages.python.libraries.inquiry.answer import NameUse, ProbeAnswer

USE = {"file": "a.py", "position": [1, 0, 1, 5], "how": "from", "module": "lib", "path": ["old"], "local": "old"}
NEW = {"module": "lib", "owner": "", "name": "new", "source": "removals", "evidence": "said"}
LOST = {"module": "lib", "owner": "", "name": "old", "library": "lib", "version": "2", "sites": [USE]}


def test_records_become_values() -> None:
    change = {"what": "name", "old": "", "new": ["axis"], "source": "s", "evidence": "e", "sites": [USE], "every": []}
    call = {"module": "lib", "name": "f", "library": "lib", "version": "2", "changes": [change]}
    known = ProbeAnswer.of({"missing": [{**LOST, "candidates": [NEW]}], "calls": [call]})
    ((lost,), (fitted,)) = known.missing, known.calls
    assert (lost.place.full, lost.substitutes[0].place.full) == ("lib.old", "lib.new")
    assert lost.sites == (NameUse("a.py", (1, 0, 1, 5), "from", "lib", ("old",), "old"),)
    assert fitted.changes[0].new == ("axis",)


def test_a_library_without_a_version_lost_the_name_all_the_same() -> None:
    (lost,) = ProbeAnswer.of({"missing": [{**LOST, "version": None, "candidates": [NEW]}]}).missing
    assert (lost.place.full, lost.version) == ("lib.old", "")


@pytest.mark.parametrize(
    "missing", [None, 1, [None], ["text"], [LOST], [{**LOST, "candidates": [], "sites": [{"file": "a.py"}]}]]
)
def test_what_has_another_form_is_left_out(missing: Any) -> None:
    assert ProbeAnswer.of({"missing": missing, "attributes": [{**LOST, "candidates": [1, NEW]}]}).missing == []
