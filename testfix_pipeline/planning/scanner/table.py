"""The table of AI-code issues with their categories and severities."""

from __future__ import annotations

from dataclasses import dataclass

from testfix_pipeline.core.plan_records import Severity


@dataclass(frozen=True)
class AntiPattern:
    """One pattern of the table: its category, severity, and meaning in a sentence."""

    category: str
    severity: Severity
    meaning: str


@dataclass(frozen=True)
class Hit:
    """A place where a pattern of the table is found. `last` is the last line that it concerns, 0 = `line`.

    `method`: `Class.name` of an empty method, which is none where another file of the project overrides it.
    """

    pattern: str
    line: int
    message: str = ""
    last: int = 0
    fixable: bool = False
    method: str = ""

    @property
    def lines(self) -> range:
        """The lines that the hit concerns."""
        return range(self.line, max(self.line, self.last) + 1)


TABLE: dict[str, AntiPattern] = {
    "unknown_package": AntiPattern("hallucinated_imports", "critical", "package not declared and not installed"),
    "missing_name": AntiPattern("hallucinated_imports", "critical", "sub-module or name that the package lacks"),
    "misspelt_package": AntiPattern("hallucinated_imports", "critical", "misspelt package"),
    "unchecked_imports": AntiPattern("hallucinated_imports", "warning", "imports that could not be checked"),
    "todo_body": AntiPattern("placeholder_code", "error", "a body that only says what is to be done"),
    "not_implemented": AntiPattern("placeholder_code", "error", "a body of NotImplementedError or pass alone"),
    "ellipsis_body": AntiPattern("placeholder_code", "error", "a bare ellipsis as body"),
    "mock_in_production": AntiPattern("mock_leakage", "critical", "a mock, spy or stub in production code"),
    "test_utility_import": AntiPattern("mock_leakage", "error", "a test utility imported by production code"),
    "any_where_known": AntiPattern("type_abuse", "warning", "Any where a type is known"),
    "double_cast": AntiPattern("type_abuse", "error", "a cast of a cast"),
    "assertion_chain": AntiPattern("type_abuse", "error", "a chain of assertions that only narrow types"),
    "mixed_conventions": AntiPattern("naming_issues", "warning", "mixed naming conventions"),
    "misspelt_identifier": AntiPattern("naming_issues", "warning", "misspelt identifier"),
    "misleading_name": AntiPattern("naming_issues", "warning", "a function that returns other than its name says"),
    "empty_handler": AntiPattern("control_flow", "error", "an exception handler that does nothing"),
    "unreachable_code": AntiPattern("control_flow", "warning", "code that can't be reached"),
    "endless_loop": AntiPattern("control_flow", "error", "a loop that can't end"),
    "listener_not_removed": AntiPattern("resource_leaks", "warning", "a listener that is never removed"),
    "unclosed_resource": AntiPattern("resource_leaks", "error", "a file, socket or database that is not closed"),
    "subscription_not_ended": AntiPattern("resource_leaks", "warning", "a subscription that is never ended"),
    "hardcoded_secret": AntiPattern("security_issues", "critical", "a secret in the code"),
    "sensitive_output": AntiPattern("security_issues", "warning", "a secret printed or logged"),
    "code_from_input": AntiPattern("security_issues", "critical", "eval, exec or a shell command made from input"),
    "not_scanned": AntiPattern("lint", "warning", "a file that was left out, or looked at in part"),
    # L0 beyond the table: what does not compile, and what ruff fixes by itself in generated tests.
    "syntax_error": AntiPattern("compile", "error", "the file does not compile"),
    "undefined_name": AntiPattern("compile", "error", "a name that is nowhere defined"),
    "unused_name": AntiPattern("lint", "warning", "an import or variable that is not used"),
    "unsorted_imports": AntiPattern("lint", "warning", "imports out of order"),
}
"""Pattern -> rule. Every check reports under one of these names."""

CATEGORIES = tuple(dict.fromkeys(rule.category for rule in TABLE.values()))[:8]
"""The eight categories of the table, in its order."""
