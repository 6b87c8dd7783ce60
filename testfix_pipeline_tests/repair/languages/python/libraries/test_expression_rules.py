"""Replacements that are expressions: the table is sound, and all uses of what is gone are replaced."""

import ast
import builtins
import sys
from textwrap import dedent

import pytest

from testfix_pipeline.core.python_code import names_in, parse, stored_names
from testfix_pipeline.core.records import Failure, Frame
from testfix_pipeline.repair.languages.python.libraries.inquiry.answer import LibraryName, LostName
from testfix_pipeline.repair.languages.python.libraries.sources.expression_rules import (
    expression_fixes,
    expression_rules,
)
from testfix_pipeline.repair.languages.python.source import SourceFile


def lost(full: str, is_module: bool = False, owner: str = "") -> LostName:
    holder, _, name = full.rpartition(".")
    module = holder.removesuffix(f".{owner}") if owner else holder
    return LostName(LibraryName(module, owner, name), is_module, "library", "2.0", (), ())


def fixed(text: str, *names: LostName, failures: tuple[Failure, ...] = ()) -> list[str]:
    files = {"app.py": SourceFile("app.py", dedent(text).encode())}
    return [fix.texts["app.py"] for fix in expression_fixes(failures, names, files)]


def failure(error_type: str, error: str, line: int) -> Failure:
    frame = Frame(file="app.py", line=line, function="f")
    return Failure(test="test_app.py::test", error_type=error_type, error=error, frames=[frame])


@pytest.mark.parametrize("rule", expression_rules(), ids=lambda rule: ast.unparse(rule.old))
def test_a_rule_names_only_what_it_takes_imports_or_defines(rule):
    modules = {one.partition(".")[0] for one in rule.imports}
    known = {*rule.free, *dir(builtins), *modules, "one", "coroutine"}
    known |= {node.name for node in parse(rule.code).body if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    for new in (*rule.new, rule.unpacked):
        assert names_in(parse(new)) - stored_names(ast.walk(parse(new))) <= known
    assert not rule.free.intersection({*dir(builtins), *modules})
    assert rule.says and (rule.gone or rule.error)


def test_all_names_of_a_lost_module_go_at_once_with_its_import():
    text = """
        from pkg_resources import DistributionNotFound, get_distribution, resource_string

        try:
            __version__ = get_distribution("app").version
        except DistributionNotFound:
            __version__ = ""
        TEXT = resource_string(__name__, "a" + ".txt").decode()
    """
    after = """
        import importlib.metadata
        import importlib.resources

        try:
            __version__ = importlib.metadata.version("app")
        except importlib.metadata.PackageNotFoundError:
            __version__ = ""
        TEXT = (importlib.resources.files(__name__) / ("a" + ".txt")).read_bytes().decode()
    """
    assert fixed(text, lost("pkg_resources", True)) == [dedent(after)]


def test_names_of_a_lost_module_that_nothing_reads_go_with_the_others():
    text = "from distutils.dir_util import copy_tree, remove_tree{}\n\ncopy_tree('a', 'b')\n"
    (after,) = fixed(text.format(""), lost("distutils", True))
    assert "distutils" not in after and "shutil.copytree('a', 'b', dirs_exist_ok=True)" in after
    assert fixed(text.format("  # noqa: F401"), lost("distutils", True)) == [], "they are there on purpose"


def test_a_lost_module_with_a_use_that_no_rule_is_for_is_left_alone():
    text = "import pkg_resources\nprint(pkg_resources.resource_isdir('a', 'b'), pkg_resources.working_set)\n"
    assert fixed(text, lost("pkg_resources", True)) == []


def test_the_version_that_a_module_no_longer_says_is_asked_of_what_is_installed():
    text = "import werkzeug\n\nversion = werkzeug.__version__\n"
    after = "import importlib.metadata\n\nversion = importlib.metadata.version('library')\n"
    assert fixed(text, lost("werkzeug.__version__")) == [after]
    assert fixed(text.replace("werkzeug", "werkzeug.inner"), lost("werkzeug.inner.__version__")) == []


def test_names_that_other_tables_know_are_replaced_with_those_of_the_same_module():
    text = "import imp\n\nreload = imp.reload\ntag = imp.get_tag()\n"
    after = "import importlib\nimport sys\n\nreload = importlib.reload\ntag = sys.implementation.cache_tag\n"
    assert fixed(text, lost("imp", True)) == [after]


def test_an_import_that_the_replacement_needs_stays():
    text = "import inspect\n\na = inspect.getargspec(f).args\nb, c, d, e = inspect.getargspec(f)\n"
    after = "import inspect\n\na = inspect.getfullargspec(f).args\nb, c, d, e = inspect.getfullargspec(f)[:4]\n"
    assert fixed(text, lost("inspect.getargspec")) == [after]


def test_a_rule_for_a_whole_expression_comes_before_one_for_a_part():
    text = "import inspect\nx = inspect.formatargspec(*inspect.getargspec(f))\n"
    assert "x = str(inspect.signature(f))" in fixed(text, lost("inspect.getargspec"))[0]


def test_a_method_of_python_too_is_replaced_only_where_its_result_is_used():
    text = """
        import pandas as pd

        def f(df, rows):
            rows.append(1)
            return df.append(rows, ignore_index=True)
    """
    first, second, third = fixed(text, lost("pandas.core.frame.DataFrame.append", owner="DataFrame"))
    assert "    rows.append(1)\n    return pd.concat([df, rows], ignore_index=True)" in first
    assert "return pd.concat([df, pd.DataFrame([rows])], ignore_index=True)" in second
    assert "return pd.concat([df, *rows], ignore_index=True)" in third


def test_the_class_of_an_attribute_is_known_from_the_error():
    text = "w, h = draw.textsize(text, font=small)\n"
    error = failure("AttributeError", "'ImageDraw' object has no attribute 'textsize'", 1)
    assert fixed(text, failures=(error,)) == ["w, h = draw.textbbox((0, 0), text, font=small)[2:]\n"]


def test_an_attribute_that_other_objects_may_have_is_replaced_where_it_failed_alone():
    text = "class Mail:\n    def getsize(self, text): ...\n\na = mail.getsize(text)\nb = font.getsize(text)\n"
    error = failure("AttributeError", "'FreeTypeFont' object has no attribute 'getsize'", 5)
    assert fixed(text, failures=(error,)) == [text.replace("font.getsize(text)", "font.getbbox(text)[2:]")]


def test_a_method_that_dictionaries_have_too_is_replaced_where_it_failed_alone():
    head = "from importlib.metadata import entry_points\n"
    text = "a = settings.get('x')\nb = points.get('x')\n"
    error = failure("AttributeError", "'EntryPoints' object has no attribute 'get'", 2)
    assert fixed(text, failures=(error,)) == [text.replace("points.get('x')", "points.select(group='x')")]
    text = f"{head}a = settings.get('x')\nb = entry_points().get('x', [])\nc = entry_points()['x']\n"
    error = failure("AttributeError", "'EntryPoints' object has no attribute 'get'", 3)
    after = f"{head}a = settings.get('x')\nb = entry_points(group='x')\nc = entry_points(group='x')\n"
    assert fixed(text, failures=(error,)) == [after]


def test_an_error_is_answered_at_its_line():
    text = "import numpy as np\n\na = np.array(x)\nb = np.array(y)\n"
    error = failure("ValueError", "setting an array element ... The detected shape was (2,) + inhomogeneous part.", 4)
    assert fixed(text, failures=(error,)) == []
    error = failure("ValueError", "The requested array has an inhomogeneous shape after 1 dimensions.", 4)
    assert fixed(text, failures=(error,)) == ["import numpy as np\n\na = np.array(x)\nb = np.array(y, dtype=object)\n"]


def test_an_error_that_the_program_raises_in_place_of_the_library_s_is_answered_everywhere():
    text = "import yaml\n\nload = yaml.load\nrows = yaml.load(text), yaml.load(text, yaml.SafeLoader)\n"
    error = failure("UsageError", "no data: load() missing 1 required positional argument: 'Loader'", 1)
    first, second = fixed(text, failures=(error,))
    assert first == text.replace("load(text),", "load(text, Loader=yaml.FullLoader),")
    assert second == text.replace("= yaml.load\n", "= yaml.full_load\n")


def test_a_statement_is_put_in_a_block():
    text = "def make(app):\n    db.create_all(app=app)\n    return app\n"
    error = failure("TypeError", "SQLAlchemy.create_all() got an unexpected keyword argument 'app'", 2)
    after = "def make(app):\n    with app.app_context():\n        db.create_all()\n    return app\n"
    assert fixed(text, failures=(error,)) == [after]


def test_a_name_that_the_file_uses_for_something_else_is_not_taken():
    text = "import imp\nsys = implementation = None\ntag = imp.get_tag()\n"
    assert fixed(text, lost("imp", True)) == []


def test_a_function_of_a_module_is_no_method_that_is_gone():
    text = """
        import os
        import xml.etree.ElementTree as ET

        def f(path, font, text):
            a = os.path.getsize(path), ET.fromstring(text), font.getsize(text)
            return ET.tostring(a)
    """
    error = failure("AttributeError", "'FreeTypeFont' object has no attribute 'getsize'", 6)
    after = dedent(text).replace("font.getsize(text)", "font.getbbox(text)[2:]")
    assert fixed(text, failures=(error,)) == [after]
    for line, name in ((6, "fromstring"), (7, "tostring")):
        assert (
            fixed(text, failures=(failure("AttributeError", f"'array.array' object has no attribute '{name}'", line),))
            == []
        )


def test_a_method_whose_name_the_standard_library_has_too_is_replaced_where_it_failed_alone():
    text = "a = file.getsize(text)\nb = font.getsize(text)\n"
    error = failure("AttributeError", "'FreeTypeFont' object has no attribute 'getsize'", 2)
    assert fixed(text, failures=(error,)) == [text.replace("font.getsize(text)", "font.getbbox(text)[2:]")]


def test_what_may_have_effects_is_not_evaluated_twice():
    text = "import ast\nif isinstance({}, ast.Num): pass\n"
    kinds = "isinstance(a.b.value, (int, float, complex)) and (not isinstance(a.b.value, bool))"
    gone = lost("ast.Num")
    (after,) = fixed(text.format("a.b"), gone)
    assert after == text.replace("isinstance({}, ast.Num)", f"(isinstance(a.b, ast.Constant) and {kinds})")
    assert [fixed(text.format(value), gone) for value in ("stack.pop()", "(a := b)", "a[f()].b")] == [[], [], []]


def test_a_call_that_already_has_what_a_replacement_gives_is_left_alone():
    text = "import jwt\na = jwt.decode(t, k, algorithms=['RS256'])\nb = jwt.decode(t, k, audience='x')\n"
    error = failure("DecodeError", 'It is required that you pass in a value for the "algorithms" argument', 3)
    assert fixed(text, failures=(error,)) == [text.replace("k, aud", "k, algorithms=['HS256'], aud")]


@pytest.mark.parametrize("call", ["copy_tree(a, b)", "copy_file(a, b)", "mkpath(a)"])
def test_a_function_that_returns_something_else_is_replaced_where_nothing_uses_that(call):
    module = "file_util" if "file" in call else "dir_util"
    text = f"from distutils.{module} import {call.partition('(')[0]}\n"
    assert len(fixed(f"{text}{call}\n", lost("distutils", True))) == 1
    assert fixed(f"{text}c = {call}\n", lost("distutils", True)) == []


def test_bad_lines_are_still_warned_of():
    text = "import pandas as pd\na = pd.read_csv(f, error_bad_lines=False{})\n"
    error = failure("TypeError", "read_csv() got an unexpected keyword argument 'error_bad_lines'", 2)
    after = text.replace("error_bad_lines=False", "on_bad_lines='warn'").format("")
    assert fixed(text.format(""), failures=(error,)) == [after]
    silent = text.replace("error_bad_lines=False{}", "on_bad_lines='skip'")
    assert fixed(text.format(", warn_bad_lines=False"), failures=(error,)) == [silent]
    assert fixed(text.format(", warn_bad_lines=other"), failures=(error,)) == []


def test_a_fill_value_of_its_own_is_not_passed_on():
    error = failure("TypeError", "NDFrame.fillna() got an unexpected keyword argument 'method'", 1)
    assert fixed("a = b.fillna(method='ffill', limit=1)\n", failures=(error,)) == ["a = b.ffill(limit=1)\n"]
    assert fixed("a = b.fillna(value=None, method='ffill')\n", failures=(error,)) == []


def test_only_url_patterns_without_a_prefix_are_a_list():
    text = "from django.conf.urls import patterns\nurls = patterns({!r}, a, b)\n"
    gone = lost("django.conf.urls.patterns")
    assert fixed(text.format(""), gone) == ["urls = [a, b]\n"]
    assert fixed(text.format("app.views"), gone) == []


def test_entry_points_are_still_an_iterator():
    text = "import pkg_resources\na = next(pkg_resources.iter_entry_points('x'{}))\n"
    after = "import importlib.metadata\na = next(iter(importlib.metadata.entry_points(group='x')))\n"
    assert fixed(text.format(""), lost("pkg_resources", True)) == [after]
    assert fixed(text.format(", name"), lost("pkg_resources", True)) == []


def test_the_array_of_a_text_of_bytes_can_still_be_changed():
    text = "import numpy as np\na = np.fromstring(b, dtype=int)\n"
    error = failure("ValueError", "The binary mode of fromstring is removed, use frombuffer instead", 2)
    assert fixed(text, failures=(error,)) == [
        text.replace("fromstring(b, dtype=int)", "frombuffer(b, dtype=int).copy()")
    ]


def test_a_function_that_a_rule_adds_is_added_once_for_all_its_uses():
    (after,) = fixed("import imp\n\na = imp.find_module(b)\nc = imp.find_module(d)\n", lost("imp", True))
    assert after.count("def located_module(name, path=None):") == 1
    assert after.endswith("\n\n\na = located_module(b)\nc = located_module(d)\n")


def test_arguments_of_what_failed_are_left_as_they_are():
    text = "a = points.get(settings.get('group'), [])\n"
    error = failure("AttributeError", "'EntryPoints' object has no attribute 'get'", 1)
    assert fixed(text, failures=(error,)) == ["a = points.select(group=settings.get('group'))\n"]


@pytest.mark.parametrize("read", ["LooseVersion(v).version", "one.vstring"])
def test_a_class_takes_the_place_of_none_whose_objects_are_asked_for_what_its_own_lack(read: str):
    text = f"from distutils.version import LooseVersion\n\n\ndef f(v):\n    one = LooseVersion(v)\n    return {read}\n"
    assert fixed(text, lost("distutils.version.LooseVersion")) == []
    other = text.replace(read, "one > LooseVersion('1')")
    assert "Version(v)" in fixed(other, lost("distutils.version.LooseVersion"))[0]


def test_only_an_item_in_the_place_of_an_item_may_be_set() -> None:
    """Asked of every rule: some replace a call by statements."""
    items = [rule for rule in expression_rules() if rule.is_item]
    assert items
    assert all(isinstance(rule.old, ast.Subscript) for rule in items)


def test_rules_of_one_source_for_one_error_are_applied_together():
    text = """
        from marshmallow import fields

        NUMBER = fields.Int(required=True, load_from="n", dump_to="n")
        NAME = fields.Str(load_from="name", dump_to="name")
        OTHER = fields.Str(load_from="a", dump_to="b")
    """
    error = failure("TypeError", "Field.__init__() got an unexpected keyword argument 'load_from'", 4)
    (found,) = fixed(text, failures=(error,))
    assert 'NUMBER = fields.Int(required=True, data_key="n")\n' in found
    assert 'NAME = fields.Str(data_key="name")\n' in found
    assert 'OTHER = fields.Str(load_from="a", dump_to="b")\n' in found, "what has two keys needs two fields"


def test_a_source_file_is_loaded_under_a_name_without_imp(tmp_path):
    text = """
        import imp


        def load(path):
            return imp.load_source("plugin", path)
    """
    (after,) = fixed(text, lost("imp", is_module=True))
    assert "import imp\n" not in after
    names: dict[str, object] = {}
    exec(compile(after, "app.py", "exec"), names)
    (tmp_path / "one.py").write_text("NAME = __name__\n")
    load = names["load"]
    assert callable(load) and load(str(tmp_path / "one.py")).NAME == "plugin"
    assert sys.modules.pop("plugin").NAME == "plugin"


def test_an_assignment_takes_the_place_of_an_assignment():
    text = """
        from flask import Flask
        from flask.json import JSONEncoder

        class Encoder(JSONEncoder):
            pass

        app = Flask("app")
        app.json_encoder = Encoder
    """
    first, second = fixed(text, lost("flask.json.JSONEncoder"))
    assert "class Encoder(flask.json.provider.DefaultJSONProvider):" in first
    assert first.endswith("app.json = Encoder(app)\n")
    assert "class Encoder(json.JSONEncoder):" in second
    assert second.endswith("app.json.default = Encoder().default\n")


def test_code_that_a_rule_adds_keeps_the_import_that_it_reads():
    (after,) = fixed(
        "import platform\n\nname = platform.linux_distribution()[0]\n", lost("platform.linux_distribution")
    )
    assert after.startswith("import platform\n\n\ndef linux_distribution():\n")
    assert after.endswith("name = linux_distribution()[0]\n")


def test_a_class_that_a_rule_adds_keeps_the_name_of_what_is_gone():
    text = "from itsdangerous import TimedJSONWebSignatureSerializer as Signer\n\ntoken = Signer('a', 9).dumps(1)\n"
    (after,) = fixed(text, lost("itsdangerous.TimedJSONWebSignatureSerializer"))
    assert "class TimedJSONWebSignatureSerializer(itsdangerous.URLSafeSerializer):" in after
    assert after.endswith("token = TimedJSONWebSignatureSerializer('a', 9).dumps(1)\n")


def test_a_located_module_is_what_find_module_gave(tmp_path):
    (tmp_path / "plain.py").write_text("x = 1\n")
    (after,) = fixed("import imp\n\nfile, path, kind = imp.find_module('plain', [where])\n", lost("imp", True))
    found = {"where": str(tmp_path)}
    exec(after, found)
    assert (found["file"].read(), found["path"], found["kind"]) == (
        b"x = 1\n",
        str(tmp_path / "plain.py"),
        (".py", "rb", 1),
    )
    found["file"].close()


def test_a_list_of_columns_becomes_arguments_by_the_name_that_is_imported():
    text = "from sqlalchemy import func, select\n\nquery = select([func.sum(a), b]).where(c)\n"
    said = "Column expression, FROM clause, or other columns clause element expected, got [1]."
    (after,) = fixed(text, failures=(failure("ArgumentError", said, 3),))
    assert after == text.replace("[func.sum(a), b]", "func.sum(a), b")


def test_what_an_engine_executes_for_its_effect_is_in_a_block_that_commits():
    text = "def f(engine, db):\n    engine.execute(q)\n    return db.execute(q)\n"
    error = failure("AttributeError", "'Engine' object has no attribute 'execute'", 2)
    block = "with engine.begin() as connection:\n        connection.execute(q)"
    assert fixed(text, failures=(error,)) == [text.replace("engine.execute(q)", block)]
    assert fixed(text.replace("db", "connection"), failures=(error,)) == []
    read = text.replace("    engine.execute(q)", "    x = engine.execute(q)")
    commits = "execution_options(isolation_level='AUTOCOMMIT')"
    assert fixed(read, failures=(error,)) == [read.replace("engine.exec", f"engine.connect().{commits}.exec")]


def test_settings_come_from_the_package_that_has_them_with_the_names_of_their_variables():
    text = "from pydantic import BaseSettings, Field\n\n\nclass S(BaseSettings):\n    a: int = Field(1, env='A')\n"
    error = failure("PydanticImportError", "`BaseSettings` has been moved to the `pydantic-settings` package.", 1)
    (after,) = fixed(text, failures=(error,))
    assert "class S(pydantic_settings.BaseSettings):\n    a: int = Field(1, validation_alias='A')" in after


def test_a_call_without_the_keyword_that_a_rule_is_about_stays_as_it_is():
    text = "from sqlalchemy import create_engine as make\n\na = make( 'a' )\nb = make('b', convert_unicode=True)\n"
    error = failure("TypeError", "Invalid argument(s) 'convert_unicode' sent to create_engine()", 4)
    assert fixed(text, failures=(error,)) == [text.replace(", convert_unicode=True", "")]
