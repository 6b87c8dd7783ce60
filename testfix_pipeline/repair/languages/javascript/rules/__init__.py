"""The rewrite rules of JavaScript, by what they are about."""

from testfix_pipeline.repair.languages.javascript.rewriting import by_type
from testfix_pipeline.repair.languages.javascript.rules import containers, control_flow, questions, scalars

RULES = (*questions.RULES, *containers.RULES, *scalars.RULES, *control_flow.RULES)
RULES_BY_TYPE = by_type(RULES)
