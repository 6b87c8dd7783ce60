"""What the language model of code may weigh."""

from testfix_pipeline.repair.languages.python.language import PYTHON


def test_the_model_is_small_enough_to_be_shipped() -> None:
    assert PYTHON.token_counts.stat().st_size < 400_000
