"""Puts something in the way of the assertions of tests: those of pytest's rewriting and those of unittest."""

import unittest

import _pytest.assertion.rewrite as rewrite


def instrument_modules(instrument, make):
    """From now on pytest's rewriting gets the tree of each module as `instrument(tree, path)` leaves it, and each
    assertion method of unittest is what `make(name, method)` gives."""
    original = rewrite.rewrite_asserts

    def rewrite_asserts(mod, *args, **options):
        instrument(mod, str(args[1] if len(args) > 1 else options.get("module_path", "")))
        return original(mod, *args, **options)

    rewrite.rewrite_asserts = rewrite_asserts
    for name in [name for name in dir(unittest.TestCase) if name.startswith("assert")]:
        setattr(unittest.TestCase, name, make(name, getattr(unittest.TestCase, name)))
