"""Decides which files of a session's project belong to its tests, and finds planted ones in a worktree."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from testfix_pipeline.core.patch_policy import protected_paths
from testfix_pipeline.core.patch_policy.language_registry import language_of
from testfix_pipeline.core.patch_policy.product_modules import is_product_module, is_tests_module
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.frameworks.builtin.python.unittest_files import DISCOVERED, is_named
from testfix_pipeline.steps.session.stray_files import made_by_setup, stray_files
from testfix_pipeline.steps.session.workbench import Workbench

_PRODUCTS: dict[tuple[str, str, bool], frozenset[str]] = {}  # a commit's content never changes
_DISCOVERED: dict[tuple[str, bool], frozenset[str]] = {}


def is_test_side(wb: Workbench, path: str) -> bool:
    """Whether a path (relative to the repository) belongs to the tests, misleading names excluded."""
    here = wb.in_project(path)
    return here in _discovered(wb) or (protected_paths.is_test_side(here) and path not in _products(wb))


def _discovered(wb: Workbench) -> frozenset[str]:
    """Return the measured files of test functions whose names only unittest's discovery takes for tests."""
    key = (str(wb.mirror.folder), wb.measured)
    if key not in _DISCOVERED:
        known = wb.store.results()
        tests = map(TestId, known.outcomes if known else ())
        named = {test.file for test in tests if test.titles and test.titles[-1].startswith("test")}
        _DISCOVERED[key] = frozenset(path for path in named if is_named(path, (DISCOVERED,)))
    return _DISCOVERED[key]


def _products(wb: Workbench) -> frozenset[str]:
    """Return frozen files that are only named like tests, in which none was ever collected."""
    key = (str(wb.mirror.folder), wb.frozen, wb.measured)
    if key not in _PRODUCTS:
        known = wb.store.results()
        collected = {TestId(test).file for test in known.outcomes} if known else set()
        named = [p for p in wb.mirror.files(wb.frozen) if protected_paths.is_only_named_like_test(wb.in_project(p))]
        left = [path for path in named if wb.in_project(path) not in collected]
        texts = wb.mirror.read_each(wb.frozen, left)
        _PRODUCTS[key] = frozenset(path for path, text in texts if _is_product(wb, path, text, collected))
    return _PRODUCTS[key]


def _is_product(wb: Workbench, path: str, text: bytes, collected: Collection[str]) -> bool:
    """Whether a frozen file without collected tests is no test: it defines none; a `tests.py` is imported as well."""
    here = wb.in_project(path)
    if not is_tests_module(here):
        language = language_of(path)
        return language is not None and not language.defines_tests(text)
    own = (one for one in wb.mirror.files(wb.frozen) if one.endswith(".py") and wb.in_project(one) not in collected)
    others = ((wb.in_project(one), content) for one, content in wb.mirror.read_each(wb.frozen, own))
    return is_product_module(here, text, others)


def planted(wb: Workbench, tree: Path) -> set[str]:
    """Return the stray files that code in the worktree left there, and no setup command."""
    made = made_by_setup(wb.mirror.folder, tree) if wb.config.setup_command else set()
    return stray_files(tree, wb.frozen_files(), wb.in_project) - made
