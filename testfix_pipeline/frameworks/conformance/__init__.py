"""The conformance kit: projects that do everything tests can do wrong, and what an adapter has to say of each.

An adapter's author writes a `Dialect` (how a framework's tests are written) and runs `check_row` for every one of
`ROWS` and `check_attack` for every one of its `attacks`. See `docs/add-a-test-framework.md`.
"""

from testfix_pipeline.frameworks.conformance.checks import check_attack, check_row
from testfix_pipeline.frameworks.conformance.dialect import Dialect
from testfix_pipeline.frameworks.conformance.rows import ROWS

__all__ = ["ROWS", "Dialect", "check_attack", "check_row"]
