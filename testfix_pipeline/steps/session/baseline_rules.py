"""Reads the project's own rules for changes as the baseline has them."""

from __future__ import annotations

from testfix_pipeline.core.patch_policy.project_rules import RULES_FILE, rules_text
from testfix_pipeline.steps.session.workbench import Workbench


def baseline_rules(wb: Workbench) -> str:
    """Return the text of the rules file in the baseline commit, which no patch has changed; "" without one."""
    return rules_text(wb.mirror.read(wb.baseline, wb.in_repository(RULES_FILE)))
