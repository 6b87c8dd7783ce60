"""Going down into nested data: a function that calls itself on what is in a dict, and leaves lists alone, or the other
way round."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from testfix_pipeline.core.code_view import called
from testfix_pipeline.repair.edits.blocks import LEAVING, after, lines_at
from testfix_pipeline.repair.edits.edit import Edit, Target
from testfix_pipeline.repair.edits.scope import stored_names
from testfix_pipeline.repair.edits.tokens import renamed
from testfix_pipeline.repair.edits.translate import reads

KIND, PRIOR = "other-container-gone-into", 0.75
KINDS = {"dict": "dict", "Mapping": "dict", "list": "list", "tuple": "list", "Sequence": "list"}
KEY, EACH = "key", "one"
COMPREHENSIONS = (ast.ListComp, ast.DictComp, ast.SetComp, ast.GeneratorExp)
BRACKETS = {ast.ListComp: "[{}]", ast.SetComp: "{{{}}}", ast.GeneratorExp: "({})"}


def containers(target: Target) -> Iterator[Edit]:
    """Behind the branch for one kind of container a like one for the other, where the function asks for but one."""
    stmt, function = target.stmt, target.function
    if not isinstance(stmt, ast.If) or function is None:
        return
    yield from _among_the_parts(target, stmt)
    for name in (argument.arg for argument in function.arguments):
        kind, known = _asked(stmt.test, name), _asked(function.node, name)
        other = next((one for one in ("list", "dict") if {one} != kind), "")
        if len(kind) != 1 or other in known:
            continue
        for body in _bodies(target, stmt, name, other):
            if isinstance(stmt.body[-1], LEAVING) and not stmt.orelse:
                code = [f"if isinstance({name}, {other}):", *("\t" + line for line in body)]
                edit = after(target, code, KIND, PRIOR, f"isinstance({name}, {other})")
            else:
                code = [f"elif isinstance({name}, {other}):", *("\t" + line for line in body)]
                edit = _chained(target, stmt, code)
            if edit is not None:
                yield edit


def _among_the_parts(target: Target, stmt: ast.If) -> Iterator[Edit]:
    """`out[key] = [f(one) if isinstance(one, dict) else one for one in value]` behind what is done to a `value` that is
    of the one kind; and the whole branch for each one where it tells the value to something."""
    assert target.function is not None
    test, inner = stmt.test, stmt.body[0]
    given = {argument.arg for argument in target.function.arguments}
    asked = (
        test.args[0] if isinstance(test, ast.Call) and called(test) == "isinstance" and len(test.args) == 2 else None
    )
    if not isinstance(asked, ast.Name) or asked.id in given or len(stmt.body) > 1 or "\n" in target.text(inner):
        return
    name, kinds = asked.id, _asked(test, asked.id)
    calls = [one for one in ast.walk(inner) if isinstance(one, ast.Call) and called(one) == target.function.name]
    if (
        kinds != {"dict"}
        or len(calls) != 1
        or "list" in _asked(target.function.node, name)
        or not reads(calls[0], name)
    ):
        return
    each = renamed(target.text(calls[0]), {name: EACH}, (name,))
    if isinstance(inner, (ast.Assign, ast.Return)):
        made = f"[{each} if isinstance({EACH}, dict) else {EACH} for {EACH} in {name}]"
        body = [target.text_with(inner, calls[0], made)]
    else:
        text = renamed(target.text(inner), {name: EACH}, (name,))
        body = [f"for {EACH} in {name}:", f"\tif isinstance({EACH}, dict):", f"\t\t{text}"]
    if (
        edit := _chained(target, stmt, [f"elif isinstance({name}, list):", *("\t" + line for line in body)])
    ) is not None:
        yield edit


def _chained(target: Target, stmt: ast.If, code: list[str]) -> Edit | None:
    source = target.source
    if not source.owns_line(stmt.body[-1]):
        return None
    at = source.block(stmt.body[-1])[1]
    return target.splice(at, at, lines_at(source, at, source.indent(stmt), code), KIND, PRIOR, code[0])


def _asked(tree: ast.AST, name: str) -> set[str]:
    """The kinds of containers that a variable is asked for: "list", "dict"."""
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and called(node) == "isinstance"]
    kinds = [call.args[1] for call in calls if len(call.args) == 2 and getattr(call.args[0], "id", "") == name]
    said = (getattr(one, "id", "") for kind in kinds for one in ast.walk(kind))
    return {KINDS[one] for one in said if one in KINDS}


def _bodies(target: Target, stmt: ast.If, name: str, other: str) -> Iterator[list[str]]:
    """What is done to each part of the one kind, done to each of the other."""
    assert target.function is not None
    for loop in (one for part in stmt.body for one in ast.walk(part) if isinstance(one, ast.For)):
        header = _over(target, loop.target, loop.iter, name, other, loop)
        steps = _steps(loop, target)
        texts = [_tabbed(target, one) for one in steps]
        if header and steps and all(texts):
            yield [f"for {header}:", *("\t" + line for lines in texts for line in lines)]
    last = stmt.body[-1]
    if isinstance(last, ast.Return) and last.value is not None and "\n" not in target.text(last):
        made = next((one for one in ast.walk(last.value) if isinstance(one, COMPREHENSIONS)), None)
        if made is not None and len(made.generators) == 1 and _calls(made, target.function.name):
            text = _comprehended(target, made, name, other)
            yield from [[target.text_with(last, made, text)]] if text else []


def _tabbed(target: Target, node: ast.AST) -> list[str]:
    """The lines of a statement, also of an `if` of plain lines, indented by tabs; [] for longer ones."""
    if "\n" not in target.text(node):
        return [target.text(node)]
    inner = node.body if isinstance(node, ast.If) and not node.orelse else []
    lines = [target.text(one) for one in inner]
    if not inner or any("\n" in line for line in lines) or "\n" in target.text(node.test):  # type: ignore[attr-defined]
        return []
    return [f"if {target.text(node.test)}:", *("\t" + line for line in lines)]  # type: ignore[attr-defined]


def _comprehended(target: Target, made: ast.expr, name: str, other: str) -> str:
    """The comprehension over the other kind: of a dict by a list, of a list by a dict where it makes a container."""
    assert isinstance(made, COMPREHENSIONS)
    loop = made.generators[0]
    inner = made.value if isinstance(made, ast.DictComp) else made.elt
    header = _over(target, loop.target, loop.iter, name, other, inner)
    left_out = variables_of(loop.target)[:-1] if other == "list" else []
    if not header or any(reads(one, name) for one in loop.ifs for name in left_out):
        return ""
    ifs = "".join(f" if {target.text(one)}" for one in loop.ifs)
    if isinstance(made, ast.DictComp):
        return f"[{target.text(inner)} for {header}{ifs}]"
    if isinstance(made, ast.ListComp) and other == "dict":
        return f"{{{KEY}: {target.text(inner)} for {KEY}, {target.text(loop.target)} in {name}.items(){ifs}}}"
    return BRACKETS[type(made)].format(f"{target.text(inner)} for {header}{ifs}")


def variables_of(node: ast.expr) -> list[str]:
    return [part.id for part in ast.walk(node) if isinstance(part, ast.Name)]


def _over(target: Target, variables: ast.expr, iterated: ast.expr, name: str, other: str, body: ast.AST) -> str:
    """`value in node` for `key, value in node.items()`, and the like; "" where it goes over something else."""
    text = target.text(variables)
    root, method = iterated, ""
    if isinstance(iterated, ast.Call):
        method = called(iterated)
        root = iterated.args[0] if method == "enumerate" and iterated.args else getattr(iterated.func, "value", root)
    if getattr(root, "id", "") != name:
        return ""
    if other == "dict":
        return f"{text} in {name}.items()" if method == "enumerate" else f"{text} in {name}.values()"
    if method != "items" or not isinstance(variables, ast.Tuple) or len(variables.elts) != 2:
        return f"{text} in {name}" if method == "values" else ""
    key, value = variables.elts
    if isinstance(key, ast.Name) and any(reads(one, key.id) for one in _steps(body, target)):
        return f"{text} in enumerate({name})"
    return f"{target.text(value)} in {name}"


def _steps(body: ast.AST, target: Target) -> list[ast.AST]:
    """What is done anew for each part: of a loop only what goes down, and what reads the answer."""
    assert target.function is not None
    if not isinstance(body, ast.For):
        return [body]
    found: list[ast.AST] = []
    answers: set[str] = set()
    for one in body.body:
        if _calls(one, target.function.name):
            found.append(one)
            answers |= stored_names(one)
        elif any(reads(one, name) for name in answers):
            found.append(one)
    return found


def _calls(tree: ast.AST, name: str) -> bool:
    return any(isinstance(node, ast.Call) and called(node) == name for node in ast.walk(tree))
