"""What a run says of examples in documentation that give something else."""

from collections.abc import Callable

from testfix_pipeline.core.records import SuiteRun

MODULE = '''
def cents(amount):
    """An amount in cents.

    >>> cents(1)
    100
    >>> cents(0.29)
    29
    """
    return int(amount * 100)
'''


def test_an_example_is_reported_in_the_words_of_an_assertion(run_files: Callable[..., SuiteRun]) -> None:
    run = run_files({"money.py": MODULE, "pytest.ini": "[pytest]\naddopts = --doctest-modules\n"})
    outcome = run.outcomes["money.py::money.cents"]
    assert outcome.message == "assert 28 == 29\n +  where 28 = cents(0.29)"
    assert (outcome.frames[-1].file, outcome.frames[-1].line) == ("money.py", 7)
