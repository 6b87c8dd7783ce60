"""hallucinated_imports."""

from benchmarks.planning.seeds.variant import Variant

VARIANTS = (
    Variant("unknown package", "unknown_package", "import", "import ${word}flux_toolkit\n"),
    Variant("unknown package in a function", "unknown_package", "body", "from zorblib.${word} import run_fast\n"),
    Variant("misspelt standard module", "misspelt_package", "import", "import collectons\n"),
    Variant("misspelt package", "misspelt_package", "import", "from reqeusts import Session\n"),
    Variant("missing name of the standard library", "missing_name", "import", "from functools import memoize\n"),
    Variant("missing sub-module", "missing_name", "import", "import os.filesystem\n"),
    Variant("missing attribute", "missing_name", "module", """
import json


def ${word}_from_text(text):
    return json.parse(text)
"""),
    Variant("missing name of the project", "missing_name", "body", "from $mod import load_${word}_fast\n"),
    Variant("missing module of the project", "missing_name", "import", "from $pkg.${word}_helpers_v2 import convert\n"),
    Variant("by import_module", "unknown_package", "body", """
import importlib

backend = importlib.import_module("quickparse_native")
"""),
    Variant("guard against something else", "unknown_package", "import", """
try:
    import ultrahash
except ValueError:
    ultrahash = None
"""),
    Variant("attribute of an imported class", "missing_name", "module", """
from datetime import datetime


def ${word}_moment(text):
    return datetime.from_string(text)
"""),
    Variant("attribute of a module of the project", "missing_name", "body", """
import $mod as source

loaded = source.load_${word}_quickly()
"""),
    Variant("name that went with an older Python", "missing_name", "import", "from collections import Mapping\n", True),
    Variant("name of the distribution", "unknown_package", "import", "import scikit_learn\n", True),
    Variant("relative module", "missing_name", "body", "from .${word}_cache_layer import warm\n", True),
    Variant("attribute of a sub-module", "missing_name", "module", """
import os


def has_${word}(path):
    return os.path.exist(path)
""", True),
    Variant("class method that another library has", "missing_name", "module", """
import pathlib


def ${word}_folder():
    return pathlib.Path.current()
""", True),
    Variant("unknown package under an alias", "unknown_package", "body", "import hyperframe2.tables as hf\n", True),
    Variant("fine: guarded", "", "import", """
try:
    import ultrahash
except ImportError:
    ultrahash = None
"""),
    Variant("fine: for type checkers", "", "import", """
import typing

if typing.TYPE_CHECKING:
    from zorblib import Thing
"""),
    Variant("fine: attributes of classes and modules", "", "module", """
import os
from collections import OrderedDict
from datetime import datetime


def ${word}_stamp(folder):
    when = datetime.fromisoformat("2020-01-01")
    return OrderedDict.fromkeys(os.listdir(folder)), when, datetime.max
"""),
    Variant("fine: own module", "", "body", "import $mod as source\n\nsource.__name__\n"),
    Variant("fine: probed", "", "module", """
import os


def ${word}_cores():
    return os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else os.cpu_count()
""", True),
    Variant("fine: sub-modules of the standard library", "", "import", """
import concurrent.futures
import importlib.metadata
import xml.etree.ElementTree as ET
from os.path import commonpath
""", True),
)  # fmt: skip
