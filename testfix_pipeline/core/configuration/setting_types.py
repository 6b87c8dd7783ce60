"""The types of setting values, and the values that each refuses.

Each function returns the accepted value or raises ValueError.
"""

from __future__ import annotations

import re
from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator, Field

from testfix_pipeline.core.configuration.agent_names import default_model
from testfix_pipeline.core.configuration.agent_roles import ROLES, names_of_table
from testfix_pipeline.core.identifiers import check_session_id
from testfix_pipeline.core.patch_policy.protected_paths import leaves_worktree

_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_AGENT = re.compile(rf"(({'|'.join(ROLES)})=)?[a-z][a-z0-9_.-]*(:.+)?")
MOST_PRICE = 100_000.0


def number(value: Any) -> Any:
    """The value; true and false are not read as 1 and 0. Raises ValueError for them."""
    if isinstance(value, bool):
        raise ValueError("a number is wanted")
    return value


def comma_list(value: Any) -> Any:
    """A text as the list of its parts between commas; any other value as it is."""
    return [part.strip() for part in value.split(",") if part.strip()] if isinstance(value, str) else value


def no_nul(value: str) -> str:
    """The text. Raises ValueError if it holds a NUL, which no file name or variable can."""
    if "\0" in value:
        raise ValueError("NUL")
    return value


def check_agents(names: list[str]) -> list[str]:
    """The agents as named, with models after a colon. Raises ValueError for none, for one twice, and for no name."""
    if not names or len(set(names)) < len(names) or not all(map(_AGENT.fullmatch, names)):
        raise ValueError("names")
    return names


def check_names(names: list[str]) -> list[str]:
    """The names. Raises ValueError if one can't be that of an environment variable."""
    if not all(map(_VARIABLE.fullmatch, names)):
        raise ValueError("names")
    return names


def check_name(name: str) -> str:
    """The name. Raises ValueError if it can't be that of an environment variable."""
    return check_names([name])[0]


def as_list(value: Any) -> Any:
    """The list. Raises ValueError for anything else: a list could be made of a text too."""
    if not isinstance(value, (list, tuple)):
        raise ValueError("a list is wanted")
    return value


def check_variables(values: dict[str, str]) -> dict[str, str]:
    """Values by environment variable. Raises ValueError if a name can't be one."""
    check_names(list(values))
    return values


def check_inside(folders: list[str]) -> list[str]:
    """Folders relative to the project. Raises ValueError if one is outside of it."""
    if any(map(leaves_worktree, folders)):
        raise ValueError("outside")
    return folders


def check_prices(table: dict[str, list[float]]) -> dict[str, list[float]]:
    """By model: US dollars for a million tokens of input, output and, if given, cached input. Raises ValueError."""
    if not all(len(row) in (2, 3) and all(0 <= one <= MOST_PRICE for one in row) for row in table.values()):
        raise ValueError("prices")
    return table


def check_models(table: dict[str, str]) -> dict[str, str]:
    """The model of each agent. Raises ValueError for an agent that takes none, and for an empty name."""
    if not all(map(default_model, table)) or not all(table.values()):
        raise ValueError("models")
    return table


def check_role_money(table: dict[str, float]) -> dict[str, float]:
    """The US dollars of each role. Raises ValueError for an unknown role and for less than none."""
    if not set(table) <= {*ROLES} or not all(0 <= one <= MOST_PRICE for one in table.values()):
        raise ValueError("roles")
    return table


def check_session(text: str) -> str:
    """The id of a session, or "". Raises ValueError if it is neither."""
    return check_session_id(text) if text else text


Text = Annotated[str, AfterValidator(no_nul)]
Texts = Annotated[list[Text], BeforeValidator(comma_list)]
Whole = Annotated[int, BeforeValidator(number)]
Number = Annotated[float, BeforeValidator(number)]
AgentNames = Annotated[
    list[Text], BeforeValidator(comma_list), BeforeValidator(names_of_table), AfterValidator(check_agents)
]
RoleMoney = Annotated[dict[str, Annotated[float, BeforeValidator(number)]], AfterValidator(check_role_money)]
PriceTable = Annotated[dict[str, Annotated[list[Number], BeforeValidator(as_list)]], AfterValidator(check_prices)]


def setting(default: Any, description: str, must_be: str, **bounds: Any) -> Any:
    """A field whose `must_be` completes the sentence of a refusal."""
    return Field(default=default, description=description, json_schema_extra={"must_be": must_be}, **bounds)
