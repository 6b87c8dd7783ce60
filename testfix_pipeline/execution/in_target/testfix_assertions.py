"""Puts something in the way of the assertions of tests: those of pytest's rewriting and those of unittest.

Standard library and pytest only, Python 3.9 and later.
"""

import unittest

import _pytest.assertion.rewrite as rewrite


def instrument_modules(instrument):
    """From now on pytest's rewriting gets the tree of each module as `instrument(tree, path)` leaves it."""
    original = rewrite.rewrite_asserts

    def rewrite_asserts(mod, *args, **options):
        instrument(mod, str(args[1] if len(args) > 1 else options.get("module_path", "")))
        return original(mod, *args, **options)

    rewrite.rewrite_asserts = rewrite_asserts


def replace_methods(make):
    """Each assertion method of unittest becomes what `make(name, method)` gives."""
    for name in [name for name in dir(unittest.TestCase) if name.startswith("assert")]:
        setattr(unittest.TestCase, name, make(name, getattr(unittest.TestCase, name)))
