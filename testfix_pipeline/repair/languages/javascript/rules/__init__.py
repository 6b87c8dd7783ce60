"""The rewrite rules of JavaScript, by what they are about."""

import functools
from collections.abc import Mapping, Sequence

from testfix_pipeline.repair.languages.javascript.rewriting import RewriteRule, by_type
from testfix_pipeline.repair.languages.javascript.rules import containers, control_flow, questions, scalars

RULES = (*questions.RULES, *containers.RULES, *scalars.RULES, *control_flow.RULES)


@functools.cache
def rules_by_type() -> Mapping[str, Sequence[RewriteRule]]:
    """Return the rules by the type of the nodes that they match; the first call parses their patterns."""
    return by_type(RULES)
