"""Each kind of failing test, re-run for real."""

from concurrent.futures import Future
from dataclasses import replace

import pytest

from testfix_pipeline.core.records import RunFault
from testfix_pipeline.execution import flaky_tests, parallel_runs
from testfix_pipeline.execution.flaky_tests import ConcurrentSuiteRun, rerun_failing_tests, rerun_samples
from testfix_pipeline.execution.parallel_runs import are_runs_isolated, can_run_in_parallel, second_tree
from testfix_pipeline.execution.processes.containment_levels import FULL, SUBREAPER
from testfix_pipeline.execution.project import SandboxPolicy
from testfix_pipeline.execution.suite_runs import run_suite

pytestmark = pytest.mark.usefixtures("every_round")

SUITE = """
    import os
    import pathlib

    state = []

    def test_polluter():
        state.append(1)
        assert False, "real"

    def test_victim():
        assert not state

    def test_seed():
        assert os.environ["PYTHONHASHSEED"] != "0"

    def test_every_second_time():
        counter = pathlib.Path(__file__).with_name("counter")
        count = int(counter.read_text()) if counter.exists() else 0
        counter.write_text(str(count + 1))
        assert count % 2 == 1

    def test_good():
        pass
"""


@pytest.fixture
def judge(tree, target):
    def call(*names, text=SUITE, **options):
        root = tree({"test_a.py": text})
        verdicts = rerun_failing_tests(target, root, [f"test_a.py::{name}" for name in names], timeout=60, **options)
        return {test.partition("::")[2]: verdict for test, verdict in verdicts.items()}

    return call


def test_real_failures_fail_every_time_and_a_victim_of_one_is_order_dependent(judge):
    verdicts = judge("test_polluter", "test_victim", times=3)
    polluter = verdicts["test_polluter"]
    assert (polluter.kind, polluter.runs, polluter.passes) == ("real", 3, 0)
    assert verdicts["test_victim"].kind == "order_dependent"


def test_chance_is_flaky_and_a_failure_under_one_hash_seed_says_so(judge):
    verdicts = judge("test_seed", "test_every_second_time")
    assert {verdict.kind for verdict in verdicts.values()} == {"flaky"}
    assert "hash seed: fails alone under 0" in verdicts["test_seed"].evidence
    chance = verdicts["test_every_second_time"]
    assert 0 < chance.passes < chance.runs


def test_a_failure_that_needs_the_rest_of_the_suite_is_order_dependent(judge):
    verdict = judge("test_good", times=2)["test_good"]
    assert verdict.kind == "order_dependent" and verdict.passes == verdict.runs >= 3


def test_a_crash_counts_against_the_test_that_crashes_alone(judge):
    text = "import os\ndef test_leaves(): os._exit(0)\ndef test_other(): assert False\n"
    verdicts = judge("test_leaves", "test_other", text=text, times=2)
    assert {name: verdict.kind for name, verdict in verdicts.items()} == {"test_leaves": "real", "test_other": "real"}


def test_nothing_to_re_run_gives_nothing(judge):
    assert judge() == {}


SECOND_OF_ITS_NAME = {"a/test_x.py": "def test_one():\n    pass\n", "b/test_x.py": "def test_two():\n    pass\n"}
FAILS_FIRST = """
    import os

    if os.environ.pop("FIRST", "yes") == "yes":  # as an import does that leaves a part of a library behind
        os.environ["FIRST"] = "no"
        raise ImportError("the first import of it fails")

    def test_it():
        assert False
"""
NEW_IDS = """
    import os
    import pytest

    @pytest.mark.parametrize("value", [os.urandom(4).hex()])
    def test_with(value):
        assert value == ""

    def test_steady():
        assert False
"""
SKIPS_ALONE = """
    import sys
    import pytest

    if "test_a" in sys.modules:
        raise ImportError("not beside test_a")
    pytest.skip("not alone", allow_module_level=True)
"""


@pytest.fixture
def judged_after_a_run(tree, target, run_files):
    """The verdicts on everything that a run of the whole suite saw failing."""

    def call(files):
        failing = run_files(files).failing
        assert failing
        return rerun_failing_tests(target, tree(files), sorted(failing), timeout=60, times=2)

    return call


def test_a_file_that_can_not_be_collected_beside_another_and_can_alone(judged_after_a_run):
    (verdict,) = judged_after_a_run(SECOND_OF_ITS_NAME).items()
    assert verdict[0] == "b/test_x.py" and verdict[1].kind == "order_dependent"


def test_two_files_of_which_the_first_to_be_imported_can_not_be_collected(judged_after_a_run):
    verdicts = judged_after_a_run({"test_a.py": FAILS_FIRST, "test_b.py": FAILS_FIRST})
    assert {test: one.kind for test, one in verdicts.items()} == {"test_a.py": "real", "test_b.py::test_it": "real"}


def test_an_id_that_no_later_run_knows_spoils_nothing_for_the_others(judged_after_a_run):
    verdicts = judged_after_a_run({"test_a.py": NEW_IDS})
    assert {one.kind for one in verdicts.values()} == {"real"} and len(verdicts) == 2
    steady = verdicts.pop("test_a.py::test_steady")
    assert (steady.runs, steady.passes) == (2, 0)
    (lost,) = verdicts.values()
    assert lost.runs == 0 and "its id changes" in lost.evidence


def test_a_file_that_skips_itself_when_it_is_run_alone(judged_after_a_run):
    verdicts = judged_after_a_run({"test_a.py": "def test_good():\n    pass\n", "test_b.py": SKIPS_ALONE})
    assert {test: one.kind for test, one in verdicts.items()} == {"test_b.py": "order_dependent"}


@pytest.fixture
def rounds(monkeypatch):
    """The tree and the hash seed of each run that a judgement makes."""
    made = []

    def counted(project, tree, **options):
        made.append((tree, options["hash_seed"]))
        return run_suite(project, tree, **options)

    monkeypatch.setattr(flaky_tests, "run_suite", counted)
    return made


@pytest.fixture
def apart(monkeypatch):
    """Have runs believe that they can, or can't, meet, whatever there is here."""

    def believe(answer):
        monkeypatch.setattr(parallel_runs, "can_run_in_parallel", lambda project: answer)

    return believe


def test_two_rounds_run_at_once_in_trees_of_their_own(judge, rounds, apart):
    apart(True)
    verdict = judge("test_polluter")["test_polluter"]
    assert (verdict.kind, verdict.runs) == ("real", 5)
    trees = [tree for tree, _ in rounds]
    assert sorted(seed for _, seed in rounds) == ["0", "0", "1", "2", "3"]
    assert len(set(trees)) == 2 and not all(tree.exists() for tree in trees), "the copy is gone"


def test_rounds_that_could_meet_run_one_after_the_other(judge, rounds, apart):
    apart(False)
    assert judge("test_polluter")["test_polluter"].runs == 5
    assert len({tree for tree, _ in rounds}) == 1


def test_runs_at_once_need_cores_and_a_project_without_services_and_are_isolated_by_the_full_sandbox(
    target, monkeypatch
):
    opened = [
        replace(target, sandbox=SandboxPolicy(network=True)),
        replace(target, sandbox=SandboxPolicy(write=("/x",))),
    ]
    monkeypatch.setattr(parallel_runs.os, "cpu_count", lambda: 2)
    for level in (FULL, SUBREAPER):
        monkeypatch.setattr(parallel_runs, "containment", lambda policy, level=level: level)
        assert can_run_in_parallel(target) and not any(map(can_run_in_parallel, opened))
        assert are_runs_isolated(target) == (level == FULL) and not any(map(are_runs_isolated, opened))
    monkeypatch.setattr(parallel_runs.os, "cpu_count", lambda: 1)
    assert not can_run_in_parallel(target)


def test_a_large_tree_is_not_copied(tree, target, apart, monkeypatch):
    apart(True)
    root = tree({"test_a.py": SUITE, "more/notes.txt": ""})
    with second_tree(target, root) as other:
        assert other is not None and (other / "more/notes.txt").exists()
    monkeypatch.setattr(parallel_runs, "MOST_COPIED", 2)
    with second_tree(target, root) as other:
        assert other is None


def run_elsewhere(run):
    found = Future()
    found.set_result(run)
    return ConcurrentSuiteRun(found.result, "3")


def test_a_run_that_is_made_anyway_stands_in_for_a_round(judge, rounds, target, tree):
    whole = run_suite(target, tree({"test_a.py": SUITE}), hash_seed="3")
    verdicts = judge("test_polluter", "test_seed", elsewhere=run_elsewhere(whole))
    assert (verdicts["test_polluter"].kind, verdicts["test_polluter"].runs) == ("real", 5)
    assert verdicts["test_seed"].kind == "flaky"
    assert len([seed for _, seed in rounds if seed == "3"]) <= 1, "but for the runs alone"


def test_a_pass_in_the_run_that_is_made_anyway_counts(judge, target, tree):
    whole = run_suite(target, tree({"test_a.py": SUITE.replace('assert False, "real"', "pass")}), hash_seed="3")
    assert judge("test_polluter", elsewhere=run_elsewhere(whole))["test_polluter"].passes == 1


def test_a_run_that_came_to_nothing_stands_in_for_no_round(judge, rounds, target, tree):
    whole = run_suite(target, tree({"test_a.py": SUITE}), hash_seed="3")
    broken = whole.model_copy(update={"fault": RunFault(kind="crash", message="It ended early.")})
    assert judge("test_polluter", elsewhere=run_elsewhere(broken))["test_polluter"].runs == 5
    assert len(rounds) == 5


SAME_ERRORS = """
    import os
    import pytest

    @pytest.mark.parametrize("n", range(30))
    def test_real(n):
        assert n == -1

    @pytest.mark.parametrize("n", range(5))
    def test_seed(n):
        assert os.environ["PYTHONHASHSEED"] != "0"
"""


def test_of_many_tests_with_the_same_error_a_few_run_again_and_all_where_one_of_these_passes(judge):
    asked = []

    def rerun(some):
        asked.append(len(some))
        return judge(*some, text=SAME_ERRORS)

    real, seed = [f"test_real[{n}]" for n in range(30)], [f"test_seed[{n}]" for n in range(5)]
    verdicts = rerun_samples([real, seed], rerun)
    assert {verdicts[test].kind for test in real} == {"real"}
    assert {verdicts[test].kind for test in seed} == {"flaky"}
    assert asked == [4 + 3, 2]


def test_forks_stand_in_for_two_rounds_where_everything_fails_in_them(judge, rounds):
    verdict = judge("test_polluter", failing_again=set)["test_polluter"]
    assert (verdict.kind, verdict.runs) == ("real", 5)
    assert sorted(seed for _, seed in rounds) == ["1", "2", "3"]


def test_a_test_that_fails_in_forks_is_still_flaky_under_another_hash_seed(judge):
    assert judge("test_seed", failing_again=set)["test_seed"].kind == "flaky"


def test_forks_count_for_nothing_where_a_test_passes_in_them(judge, rounds):
    verdicts = judge("test_polluter", "test_victim", failing_again=lambda tests: set(tests[:1]), times=3)
    assert {name: verdict.kind for name, verdict in verdicts.items()} == {
        "test_polluter": "real",
        "test_victim": "order_dependent",
    }
    assert len([seed for _, seed in rounds if seed == "0"]) >= 2
