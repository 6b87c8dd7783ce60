"""naming_issues: names that mix conventions, are misspelt, or promise what the code does not do."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from testfix_pipeline.planning.scanner.source import (
    FunctionNode,
    Source,
    decorators,
    dotted,
    own_nodes,
    without_docstring,
)
from testfix_pipeline.planning.scanner.table import Hit

_CAMEL = re.compile(r"_*[a-z]+[a-z0-9]*[A-Z]\w*")
_SNAKE = re.compile(r"_*[a-z0-9]+_[a-z0-9_]+")
_PREDICATE = re.compile(r"_*(is|has|can|should)_[a-z]\w*")
_GETTER = re.compile(r"_*(get|fetch|find|compute|calculate)_[a-z]\w*")

_MISSPELT = {
    "recieve": "receive", "recieved": "received", "reciever": "receiver", "lenght": "length", "lenghts": "lengths",
    "widht": "width", "heigth": "height", "heigh": "height", "seperate": "separate", "seperator": "separator",
    "seperated": "separated", "occured": "occurred", "occurence": "occurrence", "adress": "address",
    "adresses": "addresses", "paramter": "parameter", "paramater": "parameter", "parametre": "parameter",
    "arguement": "argument", "argumet": "argument", "sucess": "success", "succes": "success", "succesful": "successful",
    "sucessful": "successful", "respone": "response", "reponse": "response", "reqest": "request", "requst": "request",
    "retreive": "retrieve", "retrive": "retrieve", "calcualte": "calculate", "caculate": "calculate",
    "calulate": "calculate", "enviroment": "environment", "enviorment": "environment", "dependancy": "dependency",
    "dependancies": "dependencies", "existance": "existence", "existant": "existent", "initalize": "initialize",
    "intialize": "initialize", "initilize": "initialize", "begining": "beginning", "comparision": "comparison",
    "conection": "connection", "connnection": "connection", "defualt": "default", "deafult": "default",
    "delimeter": "delimiter", "desciption": "description", "discription": "description", "destory": "destroy",
    "excercise": "exercise", "exmaple": "example", "fucntion": "function", "funciton": "function",
    "funtion": "function", "identifer": "identifier", "indentifier": "identifier", "lable": "label",
    "langauge": "language", "maximun": "maximum", "minumum": "minimum", "mesage": "message", "messsage": "message",
    "mutiply": "multiply", "nubmer": "number", "numer_of": "number_of", "persistant": "persistent",
    "postion": "position", "previos": "previous", "proccess": "process", "proces": "process", "propery": "property",
    "quantitiy": "quantity", "querry": "query", "recomend": "recommend", "refered": "referred", "resouce": "resource",
    "reuslt": "result", "resutl": "result", "retun": "return", "schedual": "schedule", "shedule": "schedule",
    "similiar": "similar", "stauts": "status", "statuts": "status", "threshhold": "threshold", "treshold": "threshold",
    "tranform": "transform", "transfrom": "transform", "udpate": "update", "upadte": "update", "usera": "users",
    "validaton": "validation", "vaule": "value", "valeu": "value", "wether": "whether", "wieght": "weight",
}  # fmt: skip
"""Misspellings that are no words of their own, from everyday reviews."""


def stands_out(source: Source, message: str) -> bool:
    """Whether the name that ruff quotes in `message` is camelCase in a file that has snake_case too.

    One convention throughout is the project's choice. Methods of classes with bases don't count: their names may be
    given by a framework.
    """
    quoted = re.search(r"`(\w+)`", message)
    defined = _own_names(source)
    odd = quoted is not None and quoted[1] in defined and _CAMEL.fullmatch(quoted[1]) is not None
    return odd and any(map(_SNAKE.fullmatch, defined))


def _own_names(source: Source) -> set[str]:
    names = {name for name, _ in _defined(source)}
    inherited = [node for node in source.nodes if isinstance(node, ast.ClassDef) and node.bases]
    return names - {item.name for node in inherited for item in node.body if isinstance(item, FunctionNode)}


def _defined(source: Source) -> Iterator[tuple[str, int]]:
    """Names that this file gives, each with its line."""
    for node in source.nodes:
        if isinstance(node, (FunctionNode, ast.ClassDef)):
            yield node.name, node.lineno
        elif isinstance(node, ast.arg):
            yield node.arg, node.lineno
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id, node.lineno


def misspelt_identifiers(source: Source) -> Iterator[Hit]:
    seen: set[str] = set()
    for name, line in _defined(source):
        for word in re.findall(r"[a-z]+", re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()):
            if word in _MISSPELT and name not in seen:
                seen.add(name)
                yield Hit("misspelt_identifier", line, f"{name}: {word} should be {_MISSPELT[word]}")


def misleading_names(source: Source) -> Iterator[Hit]:
    """`is_...` that never gives a truth value, `get_...` that gives nothing."""
    for function in source.functions:
        why = "" if _is_bodiless(function) else _misleads(function)
        if why:
            yield Hit("misleading_name", function.lineno, f"{function.name}() {why}", function.end_lineno or 0)


def _misleads(function: FunctionNode) -> str:
    nodes = list(own_nodes(function))
    returned = [node.value for node in nodes if isinstance(node, ast.Return) and node.value is not None]
    yields = any(isinstance(node, (ast.Yield, ast.YieldFrom)) for node in nodes)
    if _PREDICATE.fullmatch(function.name):
        annotated = dotted(function.returns)
        if annotated in ("str", "int", "float", "list", "dict", "bytes"):
            return f"returns {annotated}, though its name asks a question"
        if returned and all(map(_never_truth, returned)):
            return "never returns a truth value, though its name asks a question"
    if _GETTER.fullmatch(function.name) and not returned and not yields and dotted(function.returns) != "NoReturn":
        return "returns nothing, though its name promises a value"
    return ""


def _never_truth(value: ast.AST) -> bool:
    literal = isinstance(value, ast.Constant) and not isinstance(value.value, bool) and value.value is not None
    return literal or isinstance(value, (ast.JoinedStr, ast.List, ast.Dict, ast.Tuple, ast.Set))


def _is_bodiless(function: FunctionNode) -> bool:
    meant = decorators(function) & {"abstractmethod", "overload", "setter", "fixture"}
    body = without_docstring(function.body)
    return bool(meant) or all(isinstance(item, (ast.Pass, ast.Raise)) or _is_constant(item) for item in body)


def _is_constant(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
