"""The kinds of values that settings take, and what each refuses."""

from __future__ import annotations

import re
from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator, Field

from testfix_pipeline.core.configuration.agent_names import default_model
from testfix_pipeline.core.identifiers import check_session_id
from testfix_pipeline.core.patch_policy.protected_paths import leaves_worktree

_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_AGENT = re.compile(r"[a-z][a-z0-9_.-]*(:.+)?")
MOST_PRICE = 100_000.0


def number(value: Any) -> Any:
    """Keeps true and false from being read as 1 and 0."""
    if isinstance(value, bool):
        raise ValueError("a number is wanted")
    return value


def comma_list(value: Any) -> Any:
    return [part.strip() for part in value.split(",") if part.strip()] if isinstance(value, str) else value


def no_nul(value: str) -> str:
    if "\0" in value:
        raise ValueError("NUL")
    return value


def check_agents(names: list[str]) -> list[str]:
    if not names or len(set(names)) < len(names) or not all(map(_AGENT.fullmatch, names)):
        raise ValueError("names")
    return names


def check_names(names: list[str]) -> list[str]:
    if not all(map(_VARIABLE.fullmatch, names)):
        raise ValueError("names")
    return names


def check_name(name: str) -> str:
    return check_names([name])[0]


def listed(value: Any) -> Any:
    """A text is no list of numbers, though a list could be made of it."""
    if not isinstance(value, (list, tuple)):
        raise ValueError("a list is wanted")
    return value


def check_variables(values: dict[str, str]) -> dict[str, str]:
    check_names(list(values))
    return values


def check_inside(folders: list[str]) -> list[str]:
    if any(map(leaves_worktree, folders)):
        raise ValueError("outside")
    return folders


def check_prices(table: dict[str, list[float]]) -> dict[str, list[float]]:
    if not all(len(row) in (2, 3) and all(0 <= one <= MOST_PRICE for one in row) for row in table.values()):
        raise ValueError("prices")
    return table


def check_models(table: dict[str, str]) -> dict[str, str]:
    if not all(map(default_model, table)) or not all(table.values()):
        raise ValueError("models")
    return table


def check_session(text: str) -> str:
    return check_session_id(text) if text else text


Text = Annotated[str, AfterValidator(no_nul)]
Texts = Annotated[list[Text], BeforeValidator(comma_list)]
Whole = Annotated[int, BeforeValidator(number)]
Number = Annotated[float, BeforeValidator(number)]
PriceTable = Annotated[
    dict[str, Annotated[list[Number], BeforeValidator(listed)]],
    AfterValidator(check_prices),
]


def setting(default: Any, description: str, must_be: str, **bounds: Any) -> Any:
    """A field whose `must_be` completes the sentence of a refusal."""
    return Field(default=default, description=description, json_schema_extra={"must_be": must_be}, **bounds)
