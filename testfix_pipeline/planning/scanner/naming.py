"""naming_issues: mixed naming conventions, misspelt names, and misleading names."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Sequence

from testfix_pipeline.core.code_view import dotted, snake_case
from testfix_pipeline.core.python_code import FunctionNode
from testfix_pipeline.planning.python_code.source_file import Source, decorators, own_nodes, without_docstring
from testfix_pipeline.planning.scanner.table import Hit
from testfix_pipeline.planning.scanner.type_abuse import literal_type

_CAMEL = re.compile(r"_*[a-z]+[a-z0-9]*[A-Z]\w*")
_SNAKE = re.compile(r"_*[a-z0-9]+_[a-z0-9_]+")
_PREDICATE = re.compile(r"_*(is|has|can|should)_[a-z]\w*")
_GETTER = re.compile(r"_*(get|fetch|find|compute|calculate)_[a-z]\w*")
_PAIRS = """
absense:absence accomodate:accommodate acheive:achieve adress:address adresses:addresses agressive:aggressive
apparant:apparent appearence:appearance arbitary:arbitrary arguement:argument argumet:argument
asynchronus:asynchronous attemp:attempt authenticaton:authentication availble:available availible:available
avaliable:available becuase:because begining:beginning beleive:believe boundry:boundary caculate:calculate
calcualte:calculate calender:calendar calulate:calculate catagory:category charachter:character charactor:character
collumn:column comming:coming commited:committed commitee:committee comparision:comparison
compatability:compatibility completly:completely concatinate:concatenate conection:connection
configuraton:configuration connnection:connection consistant:consistent correponding:corresponding curent:current
currrent:current deafult:default definately:definitely definiton:definition defualt:default delimeter:delimiter
dependancies:dependencies dependancy:dependency depricated:deprecated desciption:description desctiptor:descriptor
destory:destroy dictionnary:dictionary diffrent:different dimention:dimension direcotry:directory disapear:disappear
discription:description dupliacte:duplicate embeded:embedded encypt:encrypt endoint:endpoint enviorment:environment
enviroment:environment equivelant:equivalent excercise:exercise excpetion:exception exection:execution
exeption:exception existance:existence existant:existent exmaple:example expresion:expression extention:extension
fianl:final formater:formatter forword:forward frequeny:frequency fucntion:function fullfil:fulfil funciton:function
funtion:function gaurd:guard grammer:grammar handeler:handler heigh:height heigth:height hierachy:hierarchy
identifer:identifier immediatly:immediately implemenation:implementation imutable:immutable indentifier:identifier
independant:independent infomation:information inital:initial initalise:initialise initalize:initialize
initilize:initialize instace:instance interupt:interrupt intialize:initialize iterater:iterator kernal:kernel
lable:label langauge:language languge:language lenght:length lenghts:lengths libary:library lisence:licence
lookpu:lookup maintainance:maintenance managment:management maximun:maximum mesage:message messsage:message
middlewear:middleware mininum:minimum minumum:minimum mispelled:misspelled modifed:modified mutiply:multiply
neccessary:necessary necesary:necessary nescessary:necessary notifcation:notification nubmer:number
numer_of:number_of occured:occurred occurence:occurrence ocurrence:occurrence ommit:omit opertaion:operation
optmize:optimize orginal:original overriden:overridden paramater:parameter paramaters:parameters parametre:parameter
paramter:parameter paramters:parameters particuler:particular passwrod:password peformance:performance
permision:permission persistant:persistent posible:possible postion:position preceeding:preceding prefered:preferred
previos:previous primative:primitive privilage:privilege proccess:process proccessed:processed proces:process
processer:processor propery:property pseudonyn:pseudonym publically:publicly quantitiy:quantity querry:query
reccomend:recommend recieve:receive recieved:received reciever:receiver recomend:recommend recource:resource
redirct:redirect refence:reference refered:referred refernce:reference refrence:reference relevent:relevant
remaing:remaining reponse:response repositry:repository reqest:request requirment:requirement requst:request
resouce:resource responce:response respone:response resutl:result retreive:retrieve retrive:retrieve retun:return
reuslt:result rigth:right scedule:schedule schedual:schedule seperate:separate seperated:separated
seperately:separately seperator:separator sequnce:sequence serializaton:serialization sesion:session shceme:scheme
shedule:schedule signiture:signature similiar:similar simultanous:simultaneous speical:special statuts:status
stauts:status stirng:string strenght:strength substract:subtract succes:success succesful:successful sucess:success
sucessful:successful sumbit:submit supress:suppress syncronous:synchronous sytem:system temperture:temperature
templete:template tempory:temporary temprary:temporary threshhold:threshold tranform:transform
transfered:transferred transfrom:transform treshold:threshold truely:truly udpate:update unexpeted:unexpected
unneccessary:unnecessary untill:until upadte:update usefull:useful usera:users utilty:utility valeu:value
validaton:validation varaible:variable variabel:variable vaule:value verfiy:verify visable:visible warnign:warning
weigth:weight wether:whether widht:width wieght:weight writting:writing yeild:yield
"""
_MISSPELT = dict(pair.split(":") for pair in _PAIRS.split())
"""Misspelt word -> the word that is meant; both in lower case."""


def breaks_convention(source: Source, message: str) -> bool:
    """Whether the name that ruff quotes in `message` is camelCase in a file that also has snake_case.

    One convention throughout is the project's choice. Methods of classes with bases don't count: their names may be
    given by a framework.
    """
    quoted = re.search(r"`(\w+)`", message)
    defined = _own_names(source)
    if quoted is None or quoted[1] not in defined:
        return False
    if _CAMEL.fullmatch(quoted[1]):
        return any(map(_SNAKE.fullmatch, defined))
    classes = {node.name: node for node in source.classes}
    odd = quoted[1] in classes and "_" in quoted[1].strip("_") and not _is_used_as_function(classes[quoted[1]])
    return odd and any(re.fullmatch(r"_*[A-Z]\w*[a-z]\w*", name) for name in classes)


def _is_used_as_function(node: ast.ClassDef) -> bool:
    """Whether a class is a descriptor, context manager or callable, which are named like functions."""
    methods = {item.name for item in node.body if isinstance(item, FunctionNode)}
    return bool(node.bases) or bool(methods & {"__get__", "__call__", "__enter__", "__new__"})


def odd_attributes(source: Source) -> Iterator[Hit]:
    """Yield attributes such as `self.itemCount` in a class that also has snake_case attributes."""
    for owner in (node for node in source.classes if not node.bases):
        stored = {
            node.attr: node for node in ast.walk(owner) if _is_own_attribute(node) and isinstance(node, ast.Attribute)
        }
        if any(map(_SNAKE.fullmatch, stored)):
            for name, node in stored.items():
                if _CAMEL.fullmatch(name):
                    yield Hit("mixed_conventions", node.lineno, f"attribute `{name}` among snake_case ones")


def _is_own_attribute(node: ast.AST) -> bool:
    return isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and dotted(node.value) == "self"


def _own_names(source: Source) -> set[str]:
    names = {name for name, _ in _defined_names(source)}
    inherited = [node for node in source.nodes if isinstance(node, ast.ClassDef) and node.bases]
    return names - {item.name for node in inherited for item in node.body if isinstance(item, FunctionNode)}


def _defined_names(source: Source) -> Iterator[tuple[str, int]]:
    """Yield the names that this file defines, each with its line."""
    for node in source.nodes:
        if isinstance(node, (FunctionNode, ast.ClassDef)):
            yield node.name, node.lineno
        elif isinstance(node, ast.arg):
            yield node.arg, node.lineno
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id, node.lineno
        elif _is_own_attribute(node) and isinstance(node, ast.Attribute):
            yield node.attr, node.lineno


def misspelt_identifiers(source: Source) -> Iterator[Hit]:
    """Yield the defined names with a common misspelling."""
    seen: set[str] = set()
    for name, line in _defined_names(source):
        for word in re.findall(r"[a-z]+", snake_case(name)):
            if word in _MISSPELT and name not in seen:
                seen.add(name)
                yield Hit("misspelt_identifier", line, f"{name}: {word} should be {_MISSPELT[word]}")


def misleading_names(source: Source) -> Iterator[Hit]:
    """Yield functions named `is_...` that never return a truth value, and `get_...` that return nothing."""
    for function in source.functions:
        why = "" if _has_no_body(function) else _misleading_text(function)
        if why:
            yield Hit("misleading_name", function.lineno, f"{function.name}() {why}", function.end_lineno or 0)


def _misleading_text(function: FunctionNode) -> str:
    nodes = list(own_nodes(function))
    returned = [node.value for node in nodes if isinstance(node, ast.Return) and node.value is not None]
    yields = any(isinstance(node, (ast.Yield, ast.YieldFrom)) for node in nodes)
    if _PREDICATE.fullmatch(function.name):
        annotated = dotted(function.returns)
        if annotated in ("str", "int", "float", "list", "dict", "bytes"):
            return f"returns {annotated}, though its name asks a question"
        if returned and all(map(_is_not_boolean, returned)):
            return "never returns a truth value, though its name asks a question"
    fails = isinstance(function.body[-1], ast.Raise)
    if _GETTER.fullmatch(function.name) and not (returned or yields or fails or _has_side_effects(nodes)):
        return "" if dotted(function.returns) == "NoReturn" else "returns nothing, though its name promises a value"
    return "" if yields else _unpromised_kind(function.name, returned)


def _has_side_effects(nodes: Iterable[ast.AST]) -> bool:
    """Whether a function stores its result elsewhere: in an attribute, an item, a global name, a list it gets."""
    for node in nodes:
        if isinstance(node, (ast.Global, ast.Nonlocal)):
            return True
        if isinstance(node, (ast.Attribute, ast.Subscript)) and isinstance(node.ctx, ast.Store):
            return True
        if (
            isinstance(node, ast.Expr)
            and isinstance(node.value, ast.Call)
            and dotted(node.value.func).startswith("self.")
        ):
            return True
        if isinstance(node, ast.Attribute) and node.attr in ("append", "add", "update", "extend", "setdefault", "put"):
            return True
    return False


_PROMISES: tuple[tuple[re.Pattern[str], frozenset[str]], ...] = (
    (re.compile(r"_*(count|num|number_of)_\w+|\w+_count"), frozenset({"int", "float"})),
    (re.compile(r"(\w+_)?(to|as)_(str|string|text)|\w+_(str|string)"), frozenset({"str", "bytes"})),
    (re.compile(r"(\w+_)?(to|as)_int(eger)?"), frozenset({"int", "bool"})),
    (re.compile(r"(\w+_)?(to|as)_(dict|mapping)|\w+_dict"), frozenset({"dict"})),
    (re.compile(r"(\w+_)?(to|as)_list|\w+_list"), frozenset({"list"})),
)
"""Names that say what kind of value comes back."""


def _unpromised_kind(name: str, returned: Sequence[ast.AST]) -> str:
    """The kind of value that a function returns though its name says another kind, in words; "" if it may fit."""
    kinds = {literal_type(value) for value in returned}
    for pattern, promised in _PROMISES:
        if pattern.fullmatch(name) and kinds and "" not in kinds and not kinds & promised:
            return f"returns {' or '.join(sorted(kinds))}, though its name says otherwise"
    return ""


def _is_not_boolean(value: ast.AST) -> bool:
    literal = isinstance(value, ast.Constant) and not isinstance(value.value, bool) and value.value is not None
    return literal or isinstance(value, (ast.JoinedStr, ast.List, ast.Dict, ast.Tuple, ast.Set))


def _has_no_body(function: FunctionNode) -> bool:
    meant = decorators(function) & {"abstractmethod", "overload", "setter", "fixture"}
    body = without_docstring(function.body)
    return bool(meant) or all(isinstance(item, (ast.Pass, ast.Raise)) or _is_constant(item) for item in body)


def _is_constant(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
