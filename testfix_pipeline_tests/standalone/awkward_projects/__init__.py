"""Projects whose suites reach beyond their own functions, each with one bug: files by path."""

from testfix_pipeline_tests.standalone.awkward_projects.surroundings import SURROUNDINGS
from testfix_pipeline_tests.standalone.awkward_projects.unusual_code import UNUSUAL_CODE

PROJECTS = {**SURROUNDINGS, **UNUSUAL_CODE}
