"""Puts faults of mutmut and cosmic-ray, used as libraries, into functions of a module.

    python held_out_worker.py < order.json > answer.json

The order: text (of the module), spans (first and last line of the bodies), most (faults of one body). The answer: a
list of {operator, line, span (its index), text (of the whole module)}. Runs where mutmut and cosmic-ray are installed.

Left out are the kinds that the generator itself selects with: other numbers and strings, True for False, and for or,
a condition or a `not` turned round, a result of None. What else equals one of its faults is taken out by the caller.
"""

import json
import random
import sys

import libcst
from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.operators.provider import _OPERATORS
from libcst.metadata import MetadataWrapper, PositionProvider
from mutmut.mutation import mutators

MUTMUT = (
    "operator_assignment", "operator_augmented_assignment", "operator_arg_removal", "operator_dict_arguments",
    "operator_symmetric_string_methods_swap", "operator_unsymmetrical_string_methods_swap", "operator_lambda",
    "operator_keywords", "operator_if_exp", "operator_match", "operator_swap_op",
)  # fmt: skip
COSMIC_RAY = ("ReplaceBinaryOperator_", "ReplaceComparisonOperator_", "ReplaceUnaryOperator_", "ExceptionReplacer",
              "ZeroIterationForLoop", "ReplaceBreakWithContinue", "ReplaceContinueWithBreak")  # fmt: skip


def of_mutmut(text):
    """(operator, line, maker of the text) for each fault of mutmut."""
    wrapper = MetadataWrapper(libcst.parse_module(text))
    module = wrapper.module
    for node, position in wrapper.resolve(PositionProvider).items():
        for kind, operator in mutators.mutation_operators:
            if operator.__name__ in MUTMUT and isinstance(node, kind):
                for changed in operator(node):
                    make = lambda node=node, changed=changed: module.deep_replace(node, changed).code  # noqa: E731
                    yield "mutmut." + operator.__name__, position.start.line, make


def of_cosmic_ray(text):
    """(operator, line, maker of the text) for each fault of cosmic-ray."""
    tree = get_ast(text)
    nodes = list(ast_nodes(tree))
    for name in _OPERATORS:
        if name.startswith(COSMIC_RAY):
            operator = _OPERATORS[name]()
            positions = [position for node in nodes for position in operator.mutation_positions(node)]
            for occurrence, ((line, _), _) in enumerate(positions):
                make = lambda operator=operator, occurrence=occurrence: mutate_code(text, operator, occurrence)  # noqa: E731
                yield "cosmic_ray." + name, line, make


def spread(candidates, most, chance):
    """At most `most`, one of each operator in turn: operators with many variants don't push out the others."""
    chance.shuffle(candidates)
    kinds = {}
    for one in candidates:
        kinds.setdefault(one[0].partition("_Replace")[0].rsplit("Operator_", 1)[0], []).append(one)
    chosen = []
    while kinds and len(chosen) < most:
        for kind in sorted(kinds):
            chosen.append(kinds[kind].pop())
        kinds = {kind: rest for kind, rest in kinds.items() if rest}
    return chosen[:most]


def main():
    order = json.load(sys.stdin)
    text = order["text"]
    candidates = [*of_mutmut(text), *of_cosmic_ray(text)]
    answer = []
    for span, (first, last) in enumerate(order["spans"]):
        inside = [one for one in candidates if first <= one[1] <= last]
        for operator, line, make in spread(inside, order["most"], random.Random(f"held-out-{span}")):
            changed = make()
            if changed and changed != text:
                answer.append({"operator": operator, "line": line, "span": span, "text": changed})
    json.dump(answer, sys.stdout)


if __name__ == "__main__":
    main()
