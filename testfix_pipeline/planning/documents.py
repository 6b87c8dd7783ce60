"""Renders documents from the templates beside this module; a value that a template lacks is an error."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING

from testfix_pipeline.core.counted_nouns import counted, first_names
from testfix_pipeline.core.markdown_tables import markdown_cell, markdown_table
from testfix_pipeline.core.plan_records import Analysis, Finding, Requirement
from testfix_pipeline.core.visible_text import shortened

if TYPE_CHECKING:
    from jinja2 import Environment

_SEVERITIES = ("critical", "error", "warning")


def render_document(template: str, values: Mapping[str, object]) -> str:
    """The text of `templates/<template>.j2` with these values; `.md` is left out of the name."""
    name = template if "." in template else f"{template}.md"
    return _environment().get_template(f"{name}.j2").render(values)


@cache
def _environment() -> Environment:
    from jinja2 import Environment, PackageLoader, StrictUndefined  # only a plan has documents

    found = Environment(
        loader=PackageLoader("testfix_pipeline.planning"), undefined=StrictUndefined, trim_blocks=True,
        lstrip_blocks=True, keep_trailing_newline=True,
    )  # fmt: skip
    found.filters |= {
        "table": lambda rows, *head: "\n".join(markdown_table(head, rows)),
        "cell": markdown_cell,
        "names": first_names,
        "counted": counted,
        "quoted": quote_markdown,
        "line": lambda text, most=0: _one_line(str(text), most),
        "cases": count_cases,
        "worst_first": _worst_first,
        "severities": _count_severities,
    }
    return found


def quote_markdown(text: str) -> str:
    """A text of another author as a quotation in Markdown, so that its headings are not the document's."""
    return "\n".join(f"> {line}".rstrip() for line in text.strip().splitlines())


def count_cases(requirements: Iterable[Requirement]) -> int:
    """The number of cases of some requirements."""
    return sum(len(item.cases) for item in requirements)


def unread_sentence(analysis: Analysis) -> str:
    """The sentence that no gap was found, restricted to what is read."""
    unread = [one.unread for one in analysis.left_out if one.unread]
    return f"No gap was found in what is read. Not read: {', '.join(unread)}." if unread else "Nothing is missing."


def _one_line(text: str, most: int) -> str:
    text = " ".join(text.split())
    return shortened(text, most) if most else text


def _worst_first(findings: Iterable[Finding]) -> list[Finding]:
    return sorted(findings, key=lambda each: _SEVERITIES.index(each.severity))


def _count_severities(findings: Sequence[Finding]) -> dict[str, int]:
    counts = Counter[str](finding.severity for finding in findings)
    return {name: counts[name] for name in _SEVERITIES if counts[name]}
