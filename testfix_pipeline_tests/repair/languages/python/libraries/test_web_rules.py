"""Rules for libraries of data models, documents and the web: annotated fields, keywords, rows, places in a registry."""

import pytest

from testfix_pipeline.repair.language.fix_rivals import rivals_of
from testfix_pipeline.repair.languages.python.libraries.fix_order import sort_key
from testfix_pipeline.repair.languages.python.libraries.sources.expression_rules import expression_fixes
from testfix_pipeline.repair.languages.python.source import SourceFile
from testfix_pipeline_tests.repair.languages.python.libraries.test_expression_rules import failure, fixed, lost

CONST = "`const` is removed, use `Literal` instead"
MISSING = "Field.__init__() got an unexpected keyword argument 'missing'"
REGISTRY = "'Registry' object has no attribute 'add'"


@pytest.mark.parametrize(
    ("error", "text", "new"),
    [
        (
            CONST,
            "import pydantic\nclass A:\n    kind: str = pydantic.Field('a', const=True, title='b')\n",
            "import typing\nimport pydantic\n"
            "class A:\n    kind: typing.Literal['a'] = pydantic.Field('a', title='b')\n",
        ),
        (CONST, "import pydantic\nkind: str = pydantic.Field('a', const=True)\n", ""),
        (
            MISSING,
            "from marshmallow import fields\na = fields.Int(missing=1, default=2, required=True)\n"
            "b = fields.Str(missing=c)\n",
            "from marshmallow import fields\na = fields.Int(load_default=1, dump_default=2, required=True)\n"
            "b = fields.Str(load_default=c)\n",
        ),
        (
            "load_all() missing 1 required positional argument: 'Loader'",
            "import yaml\na = yaml.load(f)\nb = list(yaml.load_all(f))\n",
            "import yaml\na = yaml.load(f, Loader=yaml.FullLoader)\n"
            "b = list(yaml.load_all(f, Loader=yaml.FullLoader))\n",
        ),
        (
            "dictionary update sequence element #0 has length 4; 2 is required",
            "rows = [dict(row) for row in found]\n",
            "rows = [dict(row._mapping) for row in found]\n",
        ),
        (
            "Parameter.__init__() got an unexpected keyword argument 'autocompletion'",
            "import click\nargument = click.argument('a', autocompletion=names)\n",
            "import click\nargument = click.argument('a', shell_complete=names)\n",
        ),
        (REGISTRY, "md.inlinePatterns.add('a', A(md), '<link')\n", "md.inlinePatterns.register(A(md), 'a', 165)\n"),
        (REGISTRY, "md.treeprocessors.add('a', A(md), '_end')\n", "md.treeprocessors.register(A(md), 'a', -10)\n"),
        (REGISTRY, "md.treeprocessors.add('a', A(md), '<unknown')\n", ""),
    ],
)
def test_what_an_error_comes_of_is_replaced(error: str, text: str, new: str) -> None:
    assert fixed(text, failures=(failure("TypeError", error, 3 if "class" in text else 1),)) == ([new] if new else [])


def test_a_decorator_of_a_lost_module_becomes_the_one_of_its_package() -> None:
    text = "from celery.task import task\n\n\n@task(name='a')\ndef run():\n    pass\n"
    new = text.replace("from celery.task import task", "import celery").replace("@task", "@celery.shared_task")
    assert fixed(text, lost("celery.task", True)) == [new]


def test_rules_for_errors_that_name_no_library_are_about_the_failures_that_they_quote() -> None:
    source = SourceFile("app.py", b"a = dict(row)\nb = row['b']\n")
    failures = [
        failure("ValueError", "dictionary update sequence element #0 has length 4; 2 is required", 1),
        failure("TypeError", "tuple indices must be integers or slices, not str", 2),
    ]
    one, other = expression_fixes(failures, (), {"app.py": source})
    assert rivals_of(one, [other]) == []
    assert [sort_key(fix, failures)[:2] for fix in (one, other)] == [(False, 0), (False, 1)]
