"""A `tests.py` in a package: a part of the product only where nothing in it tests and the product imports it."""

import pytest

from testfix_pipeline.core.patch_policy.patch_rules import FileChange, refuse_patch
from testfix_pipeline.core.patch_policy.product_modules import is_product_module

PREDICATES = "def test_odd(value):\n    return value % 2 == 1\n\n\nTESTS = {'odd': test_odd}\n"
IMPORTING = {"pkg/defaults.py": "from pkg.tests import TESTS\n"}


@pytest.mark.parametrize(
    "others",
    [
        IMPORTING,
        {"pkg/defaults.py": "from .tests import TESTS\n"},
        {"pkg/inner/defaults.py": "from .. import tests\n"},
        {"pkg/defaults.py": "import pkg.tests as known\n"},
    ],
)
def test_what_the_product_imports_and_nothing_tests_is_product(others: dict[str, str]) -> None:
    assert is_product_module("pkg/tests.py", PREDICATES, others.items())


def test_packages_below_src() -> None:
    assert is_product_module("src/pkg/tests.py", PREDICATES, [("src/pkg/a.py", "from pkg.tests import TESTS\n")])


@pytest.mark.parametrize(
    ("path", "source", "others"),
    [
        ("pkg/tests.py", PREDICATES, {}),
        ("pkg/tests.py", PREDICATES, {"pkg/test_all.py": "from pkg.tests import TESTS\n"}),
        ("pkg/tests.py", PREDICATES, {"tests/test_all.py": "from pkg.tests import TESTS\n"}),
        ("pkg/tests.py", PREDICATES, {"setup.py": "from pkg.tests import TESTS\n"}),
        ("pkg/tests.py", PREDICATES, {"pkg/defaults.py": "from other.tests import TESTS\n"}),
        ("pkg/tests.py", PREDICATES, {"pkg/defaults.py": "tests = 1\n"}),
        ("pkg/tests.py", PREDICATES, {"pkg/tests.py": "from pkg.tests import TESTS\n"}),
        ("pkg/tests.py", PREDICATES + "\n\ndef test_it():\n    assert TESTS\n", IMPORTING),
        ("pkg/tests.py", PREDICATES + "\n\nclass Cases(TestCase):\n    pass\n", IMPORTING),
        ("pkg/tests.py", "def broken(:\n", IMPORTING),
        ("tests.py", PREDICATES, {"defaults.py": "from tests import TESTS\n"}),
        ("pkg/tests/tests.py", PREDICATES, {"pkg/defaults.py": "from pkg.tests.tests import TESTS\n"}),
        ("pkg/test_odd.py", PREDICATES, {"pkg/defaults.py": "from pkg.test_odd import TESTS\n"}),
        ("pkg/conftest.py", PREDICATES, {"pkg/defaults.py": "from pkg.conftest import TESTS\n"}),
    ],
)
def test_everything_else_that_is_named_like_tests_is_protected(path: str, source: str, others: dict[str, str]) -> None:
    assert not is_product_module(path, source, others.items())


@pytest.mark.parametrize(
    ("path", "refused"), [("pkg/tests.py", []), ("tests.py", ["test_side"]), ("tests/a.py", ["test_side"])]
)
def test_only_the_name_of_a_module_in_a_package_is_overruled(path: str, refused: list[str]) -> None:
    change = FileChange(path, PREDICATES, PREDICATES.replace("== 1", "!= 0"), product=True)
    assert [one.rule for one in refuse_patch([change])] == refused
