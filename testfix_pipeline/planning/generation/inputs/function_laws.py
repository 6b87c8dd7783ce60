"""Laws that a function's name suggests: an inverse function, the same result twice, independence of order.

A law becomes a test only where it was observed to hold for every input that the functions take, and for enough of them.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from testfix_pipeline.core.python_code import FunctionNode
from testfix_pipeline.planning.generation.inputs.arguments import Parameter, parameters_of
from testfix_pipeline.planning.generation.inputs.instances import Classes
from testfix_pipeline.planning.generation.subjects.examples import Example, Law
from testfix_pipeline.planning.generation.subjects.subject import Subject
from testfix_pipeline.planning.python_code.module_source import ModuleSource

_INVERSES = (
    ("encode", "decode"), ("dumps", "loads"), ("serialize", "deserialize"), ("serialise", "deserialise"),
    ("escape", "unescape"), ("quote", "unquote"), ("pack", "unpack"), ("compress", "decompress"),
    ("encrypt", "decrypt"), ("marshal", "unmarshal"), ("flatten", "unflatten"), ("to", "from"), ("int_to", "to_int"),
    ("dump", "load"), ("format", "parse"), ("render", "parse"), ("stringify", "parse"), ("wrap", "unwrap"),
    ("freeze", "thaw"), ("quote", "parse"), ("join", "split"), ("encode", "parse"),
)  # fmt: skip
_SETTLING = {"normalize", "normalise", "clean", "strip", "slugify", "canonicalize", "canonicalise", "dedupe", "unique",
             "sanitize", "sanitise", "simplify", "collapse", "trim", "sort", "lower", "upper"}  # fmt: skip
_UNORDERED = {"sum", "mean", "median", "average", "max", "min", "maximum", "minimum", "total", "variance", "stdev",
              "sort", "sorted"}  # fmt: skip
_STRATEGIES = {"str": "strategies.text()", "bytes": "strategies.binary()", "int": "strategies.integers()"}
_MOST_VALUES = 12
_PROMISES = re.compile(r"\b(undo(es)?|reverses?|inverse|opposite|counterpart|round.?trips?)\b", re.I)


def law_examples(subject: Subject, classes: Classes) -> list[Example]:
    """An example of each law of a function for each of a dozen values; none if its name suggests no law."""
    parameters = parameters_of(subject.node, bound=False)
    if subject.kind != "function" or subject.is_async or not _takes_one_argument(parameters):
        return []
    first = parameters[0]
    values = classes.pools(subject.node).values(first.shape, first.name)[:_MOST_VALUES]
    laws, texts = list(_laws(subject, first)), [value.text for value in values]
    return [Example(_with_value(law.claim, text), "law", law=law, value=text) for law in laws for text in texts]


def _takes_one_argument(parameters: list[Parameter]) -> bool:
    return bool(parameters) and not parameters[0].many and all(one.optional for one in parameters[1:])


def _with_value(claim: str, value: str) -> str:
    return re.sub(r"\bvalue\b", lambda match: value, claim)


def _laws(subject: Subject, first: Parameter) -> Iterator[Law]:
    name, words = subject.node.name, set(subject.node.name.lower().split("_"))
    strategy = _STRATEGIES.get(first.shape.kind, "")
    for other in _inverses(subject.module, name):
        promise = _promising_sentence(subject.module, name, other) if first.annotated else ""
        yield Law(f"{other}_reverses_{name}", f"{other}({name}(value)) == value", strategy, promise)
    if words & _SETTLING:
        yield Law(f"{name}_twice_is_{name}_once", f"{name}({name}(value)) == {name}(value)", strategy)
    if words & _UNORDERED and first.shape.kind == "list":
        claim = f"{name}(value[::-1]) == {name}(value)"
        yield Law(f"{name}_does_not_depend_on_the_order", claim)


def _promising_sentence(module: ModuleSource, name: str, other: str) -> str:
    """The documentation's sentence that says that one function undoes the other, "" if there is none."""
    docs = {one.name: ast.get_docstring(one) or "" for one in module.tree.body if isinstance(one, FunctionNode)}
    for said, meant in ((docs[name], other), (docs[other], name)):
        for sentence in re.split(r"(?<=\.)\s+|\n\s*\n", said):
            if _PROMISES.search(sentence) and re.search(rf"\b{re.escape(meant)}\b", sentence):
                return " ".join(sentence.split()).rstrip(".")
    return ""


def _inverses(module: ModuleSource, name: str) -> Iterator[str]:
    """Yield the functions of the module whose names say that they undo one of this name."""
    functions = {node.name: node for node in module.tree.body if isinstance(node, FunctionNode)}
    for there, back in _INVERSES:
        other = re.sub(rf"(?<![a-z]){there}(?![a-z])", back, name)
        node = functions.get(other)
        if other != name and node is not None and _takes_one_argument(parameters_of(node, bound=False)):
            yield other
