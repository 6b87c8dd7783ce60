"""The code location that Dagster's daemon loads in a wave: the pipeline's own, with the suite's verdicts scripted."""

from benchmarks.kills import runner

runner.install()

from testfix_pipeline.definitions import defs  # noqa: E402, F401
