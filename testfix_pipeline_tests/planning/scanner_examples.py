"""For each pattern of the table: code that shows it, and code that looks like it and is fine."""
# ruff: noqa: E501 - one line an example

BAD: dict[str, list[str]] = {
    "unknown_package": [
        "import quantum_flux_toolkit\n",
        "from importlib import import_module\nx = import_module('zorbly')\n",
    ],
    "misspelt_package": ["import jsno\n", "import reqeusts\n"],
    "missing_name": [
        "from json import dumpz\n",
        "import os.pathology\n",
        "import json\n\n\ndef f(x):\n    return json.to_string(x)\n",
        "from shop.prices import discount_of\n",
        "import shop.stock\n",
    ],
    "todo_body": [
        "def price():\n    # TODO: work it out\n    pass\n",
        'def price():\n    """FIXME later"""\n',
        "def price():\n    ...  # rest of the code\n",
        "def price():\n    raise NotImplementedError  # implement me\n",
    ],
    "not_implemented": [
        "def price():\n    pass\n",
        "class A:\n    def price(self):\n        raise NotImplementedError('later')\n",
    ],
    "ellipsis_body": ["def price(): ...\n"],
    "mock_in_production": [
        "from unittest.mock import MagicMock\n\nclient = MagicMock()\n",
        "class MockPaymentService:\n    x = 1\n",
        "import os\n\nFAST = 'PYTEST_CURRENT_TEST' in os.environ\n",
        "import sys\n\nFAST = 'pytest' in sys.modules\n",
    ],
    "test_utility_import": ["import pytest\n", "from tests.helpers import thing\n"],
    "any_where_known": [
        "from typing import Any\n\n\ndef f(x: Any = 3):\n    return x\n",
        "from typing import Any\n\nname: Any = 'ab'\n",
        "from typing import Any\n\n\ndef f(x) -> Any:\n    return f'{x}'\n",
    ],
    "double_cast": ["from typing import Any, cast\n\n\ndef f(x):\n    return cast(int, cast(Any, x))\n"],
    "assertion_chain": [
        "def f(a):\n    assert a is not None\n    assert a.b is not None\n    assert a.b.c is not None\n    return a.b.c\n"
    ],
    "mixed_conventions": ["def load_all():\n    return 1\n\n\ndef saveAll():\n    return 2\n"],
    "misspelt_identifier": [
        "def recieve_order(order):\n    return order\n",
        "class Basket:\n    maxLenght = 3\n",
        "yeild = 1\n",
        "class TeamCalender:\n    days = 7\n",
    ],
    "misleading_name": [
        "def is_ready(x):\n    return 'yes'\n",
        "def has_stock(x) -> int:\n    return x.count\n",
        "def get_price(x):\n    print(x)\n",
    ],
    "empty_handler": [
        "def f(g):\n    try:\n        g()\n    except Exception:\n        pass\n",
        "def f(gs):\n    for g in gs:\n        try:\n            g()\n        except:\n            continue\n",
    ],
    "unreachable_code": [
        "def f(x):\n    return x\n    x += 1\n",
        "def f(x):\n    if x:\n        return 1\n    else:\n        raise ValueError\n    return 2\n",
    ],
    "endless_loop": [
        "def f(x):\n    while True:\n        x += 1\n",
        "def f():\n    i = 0\n    while i < 10:\n        print(i)\n",
        "def f(rows):\n    while 1:\n        for row in rows:\n            break\n",
    ],
    "listener_not_removed": ["def f(bus):\n    bus.add_listener(print)\n"],
    "unclosed_resource": [
        "import json\n\n\ndef f(p):\n    return json.load(open(p))\n".replace("json.load(open(p))", "open(p).read()"),
        "import socket\n\n\ndef f(host):\n    s = socket.create_connection((host, 1))\n    s.sendall(b'')\n",
        "import sqlite3\n\n\ndef f(p):\n    db = sqlite3.connect(p)\n    db.execute('select 1')\n",
    ],
    "subscription_not_ended": ["def f(topic):\n    topic.subscribe(print)\n"],
    "hardcoded_secret": [
        "API_KEY = 'sk_live_" + "4eC39HqLyjWDarjtT1zdp7dc'\n",
        "KEY = '''-----BEGIN RSA " + "PRIVATE KEY-----\nMIIE'''\n",
    ],
    "sensitive_output": [
        "def f(user, password):\n    print('login', user, password)\n",
        "import logging\n\nlog = logging.getLogger()\n\n\ndef f(c):\n    log.info(f'{c.api_key}')\n",
    ],
    "code_from_input": [
        "def f(text):\n    return eval(text)\n",
        "import subprocess\n\n\ndef f(name):\n    command = 'ls ' + name\n    subprocess.run(command, shell=True)\n",
        "import os\nimport sys\n\nos.system(sys.argv[1])\n",
    ],
    "syntax_error": ["def f(:\n    return 1\n", "return 3\n"],
    "undefined_name": ["def f():\n    return undefined_thing\n"],
}

GOOD: dict[str, list[str]] = {
    "unknown_package": [
        "try:\n    import quantum_flux_toolkit\nexcept ImportError:\n    quantum_flux_toolkit = None\n",
        "from typing import TYPE_CHECKING\n\nif TYPE_CHECKING:\n    import quantum_flux_toolkit\n",
        "import sys\n\nif sys.platform == 'win32':\n    import win32thing\n",
        "import declared_but_absent\n",
        "import yaml\n",
        "import contextlib\n\nwith contextlib.suppress(ImportError):\n    import quantum_flux_toolkit\n",
    ],
    "misspelt_package": ["import json\n", "import shop\n"],
    "missing_name": [
        "from os.path import join\nfrom shop.prices import discount, LATE\nimport shop.prices\nimport shop.open_ended.anything\nfrom shop.lazy import anything\n",
        "import json\n\n\ndef f(json):\n    return json.to_string()\n",
        "import os\n\n\ndef f():\n    return os.getlogin_r() if hasattr(os, 'getlogin_r') else ''\n",
        "from shop._version import version\n",
        "import re\n\n\ndef f(g):\n    try:\n        g()\n    except OSError as re:\n        print(re.argument)\n",
        "import zipfile\nfrom yaml.nodes import Node\n",
        "import xml.dom.minidom\nimport concurrent.futures\n\nx = concurrent.futures.ThreadPoolExecutor\n",
    ],
    "todo_body": ["def price():\n    # TODO: faster\n    return 3\n"],
    "not_implemented": [
        "from abc import ABC, abstractmethod\n\n\nclass A(ABC):\n    @abstractmethod\n    def price(self):\n        raise NotImplementedError\n\n    def hook(self):\n        pass\n",
        "class Plain:\n    def price(self):\n        raise NotImplementedError\n\n\nclass Other(Plain):\n    def price(self):\n        return 1\n",
        "class Reader:\n    def on_end(self):\n        pass\n\n    def __exit__(self, *a):\n        pass\n",
    ],
    "ellipsis_body": [
        "from typing import Protocol, overload\n\n\nclass P(Protocol):\n    def price(self) -> int: ...\n\n\n@overload\ndef f(x: int) -> int: ...\n@overload\ndef f(x: str) -> str: ...\ndef f(x):\n    return x\n"
    ],
    "mock_in_production": ["class Mockingbird:\n    x = 1\n", "MOCKUP = 'pytest'\n"],
    "test_utility_import": ["import shop.prices\n"],
    "any_where_known": ["from typing import Any\n\n\ndef f(x: Any, y: Any = None) -> Any:\n    return x or y\n"],
    "double_cast": ["from typing import cast\n\n\ndef f(x):\n    return cast(int, x)\n"],
    "assertion_chain": [
        "def f(a, b, c):\n    assert a is not None\n    assert b is not None\n    assert c is not None\n"
    ],
    "mixed_conventions": ["def loadAll():\n    return 1\n\n\ndef saveAll():\n    return 2\n"],
    "misspelt_identifier": [
        "def receive_order(order, length):\n    return order\n",
        "def numer(uptodate):\n    return uptodate\n",
        "def marge(statics, lamda):\n    return statics, lamda\n",
    ],
    "misleading_name": [
        "def is_ready(x):\n    return x.count > 0\n",
        "def get_rows(x):\n    yield x\n",
        "def can_match(x):\n    return x if x else None\n",
    ],
    "empty_handler": [
        "def f(g):\n    try:\n        g()\n    except KeyError:\n        pass\n",
        "def f(g, log):\n    try:\n        g()\n    except Exception:\n        log.exception('g')\n",
    ],
    "unreachable_code": ["def f():\n    return\n    yield\n", "def f(x):\n    if x:\n        return 1\n    return 2\n"],
    "endless_loop": [
        "def f(x):\n    while True:\n        x += 1\n        if x > 9:\n            break\n",
        "def f(queue):\n    while True:\n        handle = queue.get()\n        handle()\n",
        "def serve_forever(server):\n    while True:\n        server.turn()\n",
        "def f():\n    while True:\n        yield 1\n",
        "def f():\n    i = 0\n    while i < 10:\n        i += 1\n",
    ],
    "listener_not_removed": ["def f(bus):\n    bus.add_listener(print)\n    bus.remove_listener(print)\n"],
    "unclosed_resource": [
        "def f(p):\n    with open(p) as file:\n        return file.read()\n",
        "def f(p):\n    file = open(p)\n    try:\n        return file.read()\n    finally:\n        file.close()\n",
        "def f(p):\n    file = open(p)\n    return file\n",
        "class A:\n    def __init__(self, p):\n        self.file = open(p)\n",
        "import contextlib\n\n\ndef f(p):\n    with contextlib.closing(open(p)) as file:\n        return file.read()\n",
    ],
    "subscription_not_ended": ["def f(topic):\n    with topic.subscribe(print):\n        return 1\n"],
    "hardcoded_secret": [
        "import os\n\nAPI_KEY = os.environ['API_KEY']\nPASSWORD_FIELD = 'password'\n# postgresql://user:password@host/db\n"
    ],
    "sensitive_output": ["def f(user, password):\n    print('login', user, len(password))\n"],
    "code_from_input": [
        "import ast\n\n\ndef f(text):\n    return ast.literal_eval(text)\n",
        "import subprocess\n\n\ndef f(name):\n    subprocess.run(['ls', name])\n    subprocess.run('ls', shell=True)\n",
        "def f(model):\n    return model.eval()\n",
    ],
    "syntax_error": ["def f():\n    return 1\n"],
    "undefined_name": ["def f():\n    return len([])\n"],
}

PROJECT = {
    "pyproject.toml": '[project]\nname = "shop"\ndependencies = ["declared-but-absent>=1", "PyYAML"]\n',
    "shop/__init__.py": "",
    "shop/prices.py": "def discount():\n    return 1\n\n\nif True:\n    LATE = 2\n",
    "shop/open_ended/__init__.py": "__path__.append('/elsewhere')\n",
    "shop/lazy/__init__.py": "def __getattr__(name):\n    return name\n",
    "shop/windows.py": "from shop.good_not_implemented_5 import Window\n\n\nclass Big(Window):\n    def draw(self):\n        return 1\n",
    "shop/elsewhere.py": "import shop.prices\n\nshop.prices.set_elsewhere = 1\n",
    "shop/yaml.py": "# an absolute import from this package does not mean this file\n",
    "shop/concurrent.py": "",
    "tests/helpers.py": "thing = 1\n",
}
