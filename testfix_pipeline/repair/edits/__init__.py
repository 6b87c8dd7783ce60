"""All families of edits, cheapest first. A family is a function Target -> Iterator[Edit]."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from testfix_pipeline.repair.edits import calls, constants, names, operators
from testfix_pipeline.repair.edits.edit import Edit, Target


@dataclass(frozen=True)
class Family:
    """`bound` is the highest prior the family gives; `rich` families need donors or restructure code."""

    name: str
    propose: Callable[[Target], Iterator[Edit]]
    bound: float
    rich: bool = False


FAMILIES = (
    Family("compare", operators.compare, 0.95),
    Family("arithmetic", operators.arithmetic, 0.85),
    Family("augmented", operators.augmented, 0.85),
    Family("boolean", operators.boolean, 0.85),
    Family("negation", operators.negation, 0.75),
    Family("minus", operators.minus, 0.14),
    Family("operands", operators.operands, 0.4),
    Family("condition parts", operators.condition_parts, 0.3),
    Family("numbers", constants.numbers, 0.8),
    Family("flags", constants.flags, 0.85),
    Family("siblings", constants.siblings, 0.4),
    Family("off by one", constants.off_by_one, 0.7),
    Family("slices", constants.slices, 0.35),
    Family("ranges", constants.ranges, 0.4),
    Family("variables", names.variables, 0.6),
    Family("functions", names.functions, 0.45),
    Family("attributes", names.attributes, 0.5),
    Family("prefixes", names.prefixes, 0.8),
    Family("attribute of", names.unwrap_attribute, 0.15),
    Family("swapped arguments", calls.swapped_arguments, 0.6),
    Family("swapped elements", calls.swapped_elements, 0.4),
    Family("dropped arguments", calls.dropped_arguments, 0.6),
    Family("call dropped", calls.call_dropped, 0.25),
    Family("added arguments", calls.added_arguments, 0.75),
    Family("known keywords", calls.known_keywords, 0.3),
    Family("wrappers", calls.wrappers, 0.26),
    Family("coroutines", calls.coroutines, 0.5),
    Family("call added", calls.call_added, 0.2),
    Family("helper calls", calls.helper_calls, 0.2),
)
