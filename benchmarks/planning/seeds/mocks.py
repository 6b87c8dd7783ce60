"""mock_leakage."""

from benchmarks.planning.seeds.variant import Variant

ABSENT = ("unknown_package", "misspelt_package", "missing_name")

VARIANTS = (
    Variant("MagicMock", "mock_in_production", "module", """
from unittest.mock import MagicMock

${word}_client = MagicMock()
"""),
    Variant("mock in a function", "mock_in_production", "body", "from unittest import mock\n\nsender = mock.Mock()\n"),
    Variant("mock class", "mock_in_production", "module", """
class Mock${Word}Service:
    def fetch(self):
        return {"status": "ok"}
"""),
    Variant("fake repository", "mock_in_production", "module", """
class Fake${Word}Repository:
    rows = []
"""),
    Variant("mock data", "mock_in_production", "module", """
MOCK_${word}_DATA = [{"id": 1, "name": "First"}, {"id": 2, "name": "Second"}]
"""),
    Variant("current test", "mock_in_production", "body", """
import os

if os.environ.get("PYTEST_CURRENT_TEST"):
    return None
"""),
    Variant("pytest loaded", "mock_in_production", "body", """
import sys

if "pytest" in sys.modules:
    return None
"""),
    Variant("test utility", "test_utility_import", "import", "import pytest\n", also=ABSENT),
    Variant("tests' helpers", "test_utility_import", "body", "from tests.conftest import make_${word}\n", also=ABSENT),
    Variant("stub function", "mock_in_production", "module", """
def fake_${word}_response():
    return {"id": 1, "status": "ok"}
"""),
    Variant("mode of tests", "mock_in_production", "body", """
import os

if os.getenv("TESTING"):
    return None
"""),
    Variant("invented data", "test_utility_import", "body", "from faker import Faker\n", also=ABSENT),
    Variant("mock module by alias", "mock_in_production", "module", """
import unittest.mock as doubles


def ${word}_spy(target):
    return doubles.create_autospec(target)
""", True),
    Variant("unittest loaded", "mock_in_production", "body", """
import sys

is_test = "unittest" in sys.modules
""", True),
    Variant("frozen time", "test_utility_import", "import", "from freezegun import freeze_time\n", True, ABSENT),
    Variant("dummy client in use", "mock_in_production", "module", """
class Dummy${Word}Client:
    def send(self, message):
        return True


_client = Dummy${Word}Client()
""", True),
    Variant("runner's name", "mock_in_production", "body", """
import sys

if sys.argv[0].endswith("pytest"):
    return None
""", True),
    Variant("test case", "test_utility_import", "module", """
from unittest import TestCase

_case = TestCase()
""", True),
    Variant("fine: named like it", "", "module", """
class Mockingbird${Word}:
    mockup = "a drawing"
"""),
    Variant("fine: says pytest", "", "module", '${word}_RUNNERS = ("pytest", "nose", "mock")\n'),
    Variant("fine: latest and contest", "", "body", """
import os

latest = os.environ.get("LATEST_RELEASE")
contest = os.getenv("CONTEST")
"""),
    Variant("fine: dummy element", "", "body", "dummy = object()\n"),
    Variant("fine: asserts what holds", "", "body", "assert True is not False\n", True),
    Variant("fine: responses of its own", "", "module", """
class ${Word}Response:
    responses = ("ok", "failed")
""", True),
)  # fmt: skip
