"""Errors that a function says it raises: which handlers leave nothing that can raise them."""

import pytest

from testfix_pipeline.core.patch_policy.promised_errors import promised_errors, swallowed_errors

DOC = "The sum of texts; all else that is no number raises ValueError."
PLAIN = "    return sum(int(one) for one in rows)"
LOOP = """
    found = 0
    for one in rows:
        try:
            found += int(one)
        except {kind}:
            {body}
    return found
"""


def swallowed(body: str, doc: str = DOC, before: str = PLAIN) -> set[str]:
    old, new = (f'def total(rows):\n    """{doc}"""\n{one}\n' for one in (before, body))
    return swallowed_errors(old, new)


@pytest.mark.parametrize(
    "body",
    [
        LOOP.format(kind="ValueError", body="pass"),
        LOOP.format(kind="(TypeError, ValueError)", body="continue"),
        LOOP.format(kind="Exception as error", body="log(error)"),
        LOOP.format(kind="builtins.ValueError", body="pass").replace("in rows", "in list(rows)"),
        LOOP.format(kind="ValueError", body="pass").replace("except ValueError", "except"),
        "    try:\n        return sum(int(one) for one in rows)\n    except ValueError:\n        return None",
    ],
)
def test_a_handler_around_all_that_can_raise_the_error_swallows_it(body: str) -> None:
    assert swallowed(body) == {"total: ValueError"}
    assert swallowed(body, before=body) == set(), "it did so before"


@pytest.mark.parametrize(
    ("body", "doc"),
    [
        (LOOP.format(kind="ValueError", body="if one != 'n/a':\n                raise"), DOC),
        (LOOP.format(kind="ValueError", body="raise ValueError(one) from None"), DOC),
        (LOOP.format(kind="KeyError", body="pass"), DOC),
        (LOOP.format(kind="ValueError", body="pass"), "The sum of texts; ValueErrors are left out."),
        (LOOP.format(kind="ValueError", body="pass"), "The sum of the numbers among the texts."),
        (LOOP.format(kind="ValueError", body="pass").replace("return found", "return checked(found)"), DOC),
        (LOOP.format(kind="ValueError", body="pass").replace("return found", "return found // len(rows)"), DOC),
        (LOOP.format(kind="ValueError", body="pass").replace("in rows", "in rows[0]"), DOC),
        ("    if not rows:\n        raise ValueError(rows)\n" + LOOP.format(kind="ValueError", body="pass"), DOC),
        ("    return sum(int(one) for one in rows if one != 'n/a')", DOC),
    ],
    ids=["again", "another", "other kind", "said", "no word", "call", "division", "item", "check", "filter"],
)
def test_what_can_still_raise_it_or_never_said_so_swallows_nothing(body: str, doc: str) -> None:
    assert swallowed(body, doc) == set()


def test_a_patch_that_changes_what_the_function_says_may_swallow() -> None:
    body = LOOP.format(kind="ValueError", body="pass")
    new = f'def total(rows):\n    """The sum of the numbers among texts."""\n{body}'
    assert swallowed_errors(f'def total(rows):\n    """{DOC}"""\n{PLAIN}\n', new) == set()
    assert swallowed_errors(None, None) == set()


def test_what_a_docstring_promises() -> None:
    listed = "Parse.\n\nRaises:\n    ValueError: for no number.\n    KeyError: for no name.\n"
    assert promised_errors(listed) == {"ValueError", "KeyError"}
    assert promised_errors("Parse.\n\n:raises DateError: if it is none") == {"DateError"}
    assert promised_errors("Never raises ValueError, and does not throw KeyError.") == set()
    assert promised_errors("Turns ValueError into None.") == set()
