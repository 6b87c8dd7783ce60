"""More code that shows each pattern in another form, and more that only looks like it."""
# ruff: noqa: E501 - one line an example

BAD: dict[str, list[str]] = {
    "missing_name": [
        "from datetime import datetime\n\n\ndef f(text):\n    return datetime.from_string(text)\n",
        "import shop.prices as source\n\nx = source.load_quickly()\n",
        "from shop import prices\n\nx = prices.load_quickly()\n",
        "from shop.lazy.helpers_v2 import convert\n",
        "import os\n\n\ndef f(p):\n    return os.path.exist(p)\n",
    ],
    "todo_body": [
        "def price(x):\n    # TODO: implement the real logic\n    return None\n",
        'def price(x):\n    """Placeholder implementation."""\n    return {}\n',
        "def price(x):\n    return 'placeholder'\n",
        "def price(x):\n    y = x + 1\n    # ... existing code ...\n    return y\n",
        "def price(x):\n    # (remaining code stays the same)\n    return x + 1\n",
        "def price(x):\n    if x is None:\n        # TODO: handle this\n        pass\n    return x + 1\n",
        "class Basket:\n    # FIXME: write this class\n    pass\n",
        "def price(x):\n    # In a real implementation this would look at x\n    return True\n",
    ],
    "not_implemented": [
        "def price():\n    raise Exception('Not implemented yet')\n",
        "def price():\n    print('price is not implemented')\n    return None\n",
        "def price():\n    assert False, 'not implemented'\n",
        "def price():\n    raise NotImplementedError('rounding is not supported yet')\n",
    ],
    "mock_in_production": [
        "MOCK_USER_DATA = [{'id': 1}]\n",
        "import os\n\n\ndef f():\n    if os.getenv('TESTING'):\n        return 1\n    return 2\n",
        "import sys\n\n\ndef f():\n    return 1 if sys.argv[0].endswith('pytest') else 2\n",
    ],
    "any_where_known": [
        "import typing\n\n\ndef f(a, b) -> typing.Any:\n    return a == b\n",
        "import typing as t\n\n\ndef f(x):\n    n: t.Any = len(x)\n    return n\n",
        "from typing import Any\n\nLIMITS: 'Any' = {'low': 1}\n",
    ],
    "double_cast": [
        "import typing as tp\n\n\ndef f(x):\n    return tp.cast('str', tp.cast(object, x))\n",
        "from typing import Any, cast\n\n\ndef f(x):\n    loose = cast(Any, x)\n    return cast(dict, loose)\n",
    ],
    "assertion_chain": [
        "def f(a):\n    assert a and a.left and a.left.right\n    return a\n",
        "def f(a):\n    assert a['x'] is not None\n    assert a['x']['y'] is not None\n    assert a['x']['y']['z'] is not None\n",
    ],
    "mixed_conventions": [
        "class Basket:\n    def __init__(self):\n        self.max_size = 3\n        self.itemCount = 0\n",
        "class order_line:\n    x = 1\n\n\nclass Basket:\n    x = 2\n",
    ],
    "misspelt_identifier": ["class Basket:\n    def __init__(self):\n        self.avaliable = True\n"],
    "misleading_name": [
        "def count_rows(rows):\n    return [row for row in rows if row]\n",
        "def price_to_str(x):\n    return len(x)\n",
        "def row_list(rows):\n    return {row: 1 for row in rows}\n",
    ],
    "empty_handler": [
        "def f(g):\n    try:\n        g()\n    except Exception:\n        ...\n",
        "def f(g):\n    try:\n        g()\n    except BaseException as error:\n        error\n",
        "import contextlib\n\n\ndef f(g):\n    with contextlib.suppress(Exception):\n        g()\n",
    ],
    "unreachable_code": [
        "def f(x):\n    if False:\n        print(x)\n    return x\n",
        "def f(x):\n    try:\n        return int(x)\n    except ValueError:\n        return 0\n    print(x)\n",
    ],
    "endless_loop": [
        "def f(items):\n    index, found = 0, []\n    while index < len(items):\n        found.append(items[index])\n    return found\n",
        "def f(x):\n    return f(x)\n",
        "class Basket:\n    @property\n    def size(self):\n        return self.size\n",
        "def f(n):\n    i = 0\n    while i < 10:\n        print(n)\n        i -= 1\n",
        "def f(worker):\n    done = False\n    while not done:\n        worker.turn()\n",
        "def f(items):\n    i = 0\n    while i < len(items):\n        if items[i] < 0:\n            continue\n        i += 1\n",
        "import itertools\n\n\ndef f(report):\n    for number in itertools.count():\n        report(number)\n",
    ],
    "unclosed_resource": [
        "import json\n\n\ndef f(p):\n    return json.load(open(p))\n",
        "import subprocess\n\n\ndef f(c):\n    process = subprocess.Popen(c)\n    return process.pid\n",
        "from pathlib import Path\n\n\ndef f(p, text):\n    Path(p, 'note').open('w').write(text)\n",
        "import os\n\n\ndef f(p):\n    fd = os.open(p, os.O_RDONLY)\n    return os.read(fd, 10)\n",
        "from sqlite3 import connect\n\n\ndef f(p):\n    db = connect(p)\n    return db.execute('select 1').fetchall()\n",
        "def f(p, keep):\n    file = open(p)\n    line = file.readline()\n    if not keep:\n        file.close()\n    return line\n",
        "def f(p):\n    for line in open(p):\n        print(line)\n",
        "from concurrent.futures import ThreadPoolExecutor\n\n\ndef f(jobs):\n    pool = ThreadPoolExecutor(4)\n    return [pool.submit(job) for job in jobs]\n",
    ],
    "hardcoded_secret": ["URL = 'postgresql://admin:" + "kR7#uQ9w!2x@db.internal:5432/main'\n"],
    "sensitive_output": ["import sys\n\n\ndef f(api_key):\n    sys.stderr.write(f'using {api_key}')\n"],
    "code_from_input": [
        "from os import system\n\n\ndef f(command):\n    system(command)\n",
        "import subprocess as sp\n\n\ndef f(pattern):\n    return sp.check_output('grep ' + pattern, shell=True)\n",
    ],
}

GOOD: dict[str, list[str]] = {
    "unknown_package": ["import sys\n\nPY_3_14_PLUS = sys.version_info >= (3, 14)\nif PY_3_14_PLUS:\n    import annotations_of_tomorrow\n"],
    "missing_name": [
        "import sys\n\nassert sys.platform == 'win32'\nfrom ctypes import WINFUNCTYPE\n",
        "from datetime import datetime\n\n\ndef f():\n    return datetime.fromisoformat('2020-01-01'), datetime.max\n",
        "import shop.prices as source\n\nsource.__name__\nsource.set_elsewhere\n",
        "import shop.prices\n\nshop.prices.set_elsewhere = 3\n",
    ],
    "todo_body": [
        "def price(x):\n    for each in x:\n        if each:\n            return each\n    return None\n",
        "def price(x):\n    # the existing code of the shop is a number\n    return x + 1\n",
        "class Failed(Exception):\n    '''It failed.'''\n",
    ],
    "not_implemented": [
        "def price(kind):\n    raise NotImplementedError(f'no price for {kind}')\n",
        "class Plain:\n    def price(self):\n        raise NotImplementedError('subclasses have to say')\n",
        "class Window:\n    def draw(self):\n        raise NotImplementedError\n",
    ],
    "ellipsis_body": ["class NullCache(dict):\n    def get(self, *args): ...\n"],
    "mock_in_production": ["import os\n\nLATEST = os.environ.get('LATEST_RELEASE')\nCONTEST = os.getenv('CONTEST')\n"],
    "double_cast": ["from typing import cast\n\n\ndef f(x):\n    if x:\n        x = cast(int, x)\n    else:\n        x = cast(str, x)\n    return x\n"],
    "mixed_conventions": ["class cached_thing:\n    def __get__(self, *a):\n        return 1\n\n\nclass Basket:\n    x = 2\n"],
    "misleading_name": [
        "class Tree:\n    def find_best(self):\n        self.expand(self.root)\n",
        "def get_price(x):\n    raise LookupError(x)\n",
        "def count_rows(rows):\n    return sum(1 for row in rows)\n",
    ],
    "empty_handler": ["import contextlib\n\n\ndef f(g):\n    with contextlib.suppress(KeyError):\n        g()\n"],
    "unreachable_code": ["def f():\n    if False:\n        yield 1\n", "def f(g):\n    try:\n        return g()\n    except KeyError:\n        pass\n    return 2\n"],
    "endless_loop": [
        "def f(node):\n    if not node:\n        return 0\n    return 1 + f(node.child)\n",
        "def f(items):\n    while items:\n        items.pop()\n",
        "def f(step, at):\n    try:\n        while True:\n            at = step(at)\n    except IndexError:\n        pass\n    return at\n",
        "class Loop:\n    def start(self):\n        while self.running:\n            self.turn()\n",
        "import itertools\n\n\ndef f():\n    for number in itertools.count():\n        if number > 3:\n            return number\n",
        "def f(low, high):\n    while low < high:\n        low += 1\n        high -= 1\n",
    ],
    "unclosed_resource": [
        "import subprocess\n\n\ndef f(c):\n    process = subprocess.Popen(c)\n    process.communicate()\n    return process.returncode\n",
        "from contextlib import ExitStack\n\n\ndef f(paths):\n    with ExitStack() as stack:\n        return [stack.enter_context(open(path)) for path in paths]\n",
        "import zipfile\n\n\ndef f(name, run):\n    if name:\n        target = zipfile.ZipFile(name)\n    try:\n        run()\n    finally:\n        if name:\n            target.close()\n",
        "import os\n\n\ndef f(p):\n    fd = os.open(p, os.O_RDONLY)\n    try:\n        return os.read(fd, 9)\n    finally:\n        os.close(fd)\n",
    ],
    "hardcoded_secret": ["URL = 'postgresql://admin:{password}@db/main'\nOTHER = 'https://user:%s@host/'\n"],
    "code_from_input": ["def f(lines):\n    script = '\\n'.join(lines)\n    code = compile(script, 'made', 'exec')\n    exec(code, {})\n"],
    "undefined_name": ["def f(rows):\n    for row in rows:\n        if row:\n            print(last)\n        last = row\n"],
}  # fmt: skip
