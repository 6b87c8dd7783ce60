"""A test framework's tests in one package of a project, as the cycle runs them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from testfix_pipeline.core.counted_nouns import first_names
from testfix_pipeline.core.records import RunFault, SuiteRun
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.build_cache import shared_build_cache
from testfix_pipeline.execution.hanging_tests import test_time_limit
from testfix_pipeline.execution.processes.supervisor import Running
from testfix_pipeline.execution.project import SandboxPolicy, TargetProject
from testfix_pipeline.execution.run_options import RunOptions
from testfix_pipeline.execution.suite_runs import restrict_to_tests
from testfix_pipeline.execution.warm_suites import StartWarm
from testfix_pipeline.frameworks.build_folders import build_folders
from testfix_pipeline.frameworks.framework_run import Surroundings, run_rounds, run_target, start_warm
from testfix_pipeline.frameworks.manifest import Manifest
from testfix_pipeline.frameworks.model import (
    CommandAdapter,
    CompiledWarmAdapter,
    ExplainingAdapter,
    FrameworkAdapter,
    LaunchingAdapter,
    RunningAdapter,
    StateFound,
    SuiteRequest,
    Target,
    WarmAdapter,
)
from testfix_pipeline.frameworks.suite_records import ids_to_run, suite_run

_PYTHON = (".py", ".pyi", ".md", ".rst", ".txt")
"""Files whose tests pytest runs, doctests included."""


@dataclass(frozen=True)
class FrameworkSuite:
    """What an adapter found in a package. `manifest` is that of the user's checkout: no patch changes how tests run.

    inner: folders of packages inside of this one that have suites of the same framework; their tests are theirs.
    others: the project's suites that run otherwise, for one that runs in the interpreter.
    """

    adapter: FrameworkAdapter
    manifest: Manifest
    target: Target
    inner: tuple[str, ...] = ()
    others: tuple[FrameworkSuite, ...] = ()

    @property
    def framework(self) -> str:
        """The name of the test framework."""
        return self.target.framework

    @property
    def folder(self) -> str:
        """The suite's folder, relative to the project."""
        return self.target.folder

    @property
    def is_nested(self) -> bool:
        """Whether the package is of a project in a sub-folder that the root does not declare."""
        return self.manifest.is_nested

    @property
    def user_command(self) -> str:
        """How people run the tests in the suite's folder, "" where that is not known."""
        return self.adapter.user_command.suite if isinstance(self.adapter, CommandAdapter) else ""

    @property
    def shared_process_options(self) -> tuple[str, ...]:
        """The options of the project's script by which all files run in one process."""
        return tuple(self.target.settings.get("shares", ()))

    @property
    def python_folder(self) -> str:
        """The sub-folder of the project that its Python lies in, "" = the root."""
        return str(self.target.settings.get("python_folder", ""))

    @property
    def python_arguments(self) -> tuple[str, ...]:
        """The arguments of pytest by which it runs the tests, beside the user's settings."""
        return self.target.arguments if self.in_interpreter else ()

    @property
    def is_configured(self) -> bool:
        """Whether the user said how these tests run."""
        return bool(self.target.settings.get("configured"))

    @property
    def in_interpreter(self) -> bool:
        """Whether the tests run in the project's interpreter."""
        return self.adapter.capabilities(self.target).in_interpreter

    @property
    def language(self) -> str:
        """The language of the code that the tests run, "" where it is not known."""
        return self.adapter.capabilities(self.target).language

    def owns(self, file: str) -> bool:
        """Whether tests of a file (relative to the project) may be of this suite."""
        if self.is_configured:
            return True
        if self.in_interpreter:  # by plugins pytest collects any file
            return not any(other.owns(file) for other in self.others)
        inside = file.startswith(f"{self.folder}/") if self.folder else True
        return inside and not file.endswith(_PYTHON)

    def run(self, project: TargetProject, tree: Path, tests: Sequence[TestId] | None, options: RunOptions) -> SuiteRun:
        """See `ProjectSuite.run`."""
        if isinstance(self.adapter, RunningAdapter):
            return self.adapter.run(project, tree, tests, options)
        run = self._launched(self.adapter, project, tree, tests, options)
        if run.fault is not None and run.fault.kind == "timeout":
            project.deadline.check()
        return run if tests is None else restrict_to_tests(run, tests)

    def _launched(
        self,
        adapter: LaunchingAdapter,
        project: TargetProject,
        tree: Path,
        tests: Sequence[TestId] | None,
        options: RunOptions,
    ) -> SuiteRun:
        """Run at least those of the suite's tests that `tests` names, by the processes that its adapter names."""
        root = project.root(tree)
        target = self._target_in(root)
        if target is None:
            message = f"No test of {self.framework} is left{f' in {self.folder}' if self.folder else ''}."
            if self.target.files and project.origin is not None:
                message += _made_by_a_build(project.checkout / self.folder, self.target.files)
            return SuiteRun(fault=RunFault(kind="no_tests", message=message), grade="reported")
        request = self._request(project, target, tests, options)
        surroundings = self._surroundings(project, options.memory_bytes)
        done = run_target(adapter, root, target, request, surroundings=surroundings, cancel=options.cancel)
        if options.shared_state is not None and options.witness is not None:
            events = [event for one in done.runs for event in one.events if isinstance(event, StateFound)]
            options.witness.extend(dict(one) for event in events for one in event.found)
        return self._explained(self._own_results(suite_run(done, self.folder, None if request.ids is None else tests)))

    def _explained(self, run: SuiteRun) -> SuiteRun:
        """The run; a fault that the framework left before its end says what the adapter knows of its cause."""
        if run.fault is not None and run.fault.kind == "own_fault":
            message = f"{run.fault.message} It was in {self.framework} {self.target.version}".strip() + "."
            return run.model_copy(update={"fault": run.fault.model_copy(update={"message": message})})
        if run.fault is None or run.fault.kind != "crash" or not isinstance(self.adapter, ExplainingAdapter):
            return run
        cause = self.adapter.explain(self.target, self.manifest)
        fault = run.fault.model_copy(update={"message": f"{run.fault.message}\n{cause}".strip()})
        return run.model_copy(update={"fault": fault})

    def run_rounds(
        self, project: TargetProject, tree: Path, tests: Sequence[TestId], rounds: int, options: RunOptions
    ) -> list[SuiteRun]:
        """See `RepeatingSuite`."""
        adapter, root = self.adapter, project.root(tree)
        if isinstance(adapter, RunningAdapter) or not adapter.capabilities(self.target).repeats:
            return []
        target = self._target_in(root)
        request = replace(self._request(project, target, tests, options), rounds=rounds) if target is not None else None
        if target is None or request is None or request.ids is None:
            return []
        surroundings = self._surroundings(project, options.memory_bytes)
        found = run_rounds(adapter, root, target, request, surroundings=surroundings, cancel=options.cancel)
        return [restrict_to_tests(self._own_results(suite_run(one, self.folder, tests)), tests) for one in found]

    def _target_in(self, root: Path) -> Target | None:
        """The suite's target in a tree of the project, None if no test is left there."""
        return self.target if self.is_configured else self._own(self.adapter.detect(root, self.manifest))

    def as_in(self, root: Path) -> FrameworkSuite:
        """The same suite by what is installed in another copy of the project."""
        return replace(self, target=self._target_in(root) or self.target)

    def start_warm(self, project: TargetProject, tree: Path, fd: int) -> Running | None:
        """See `WarmSuite`."""
        adapter = self.adapter
        if self.is_configured or not isinstance(adapter, WarmAdapter):
            return None
        surroundings = self._surroundings(project)
        return start_warm(adapter.warm_launch(self.target), project.root(tree) / self.folder, tree, fd, surroundings)

    @property
    def is_compiled(self) -> bool:
        """See `CompiledSuite`."""
        return not self.is_configured and isinstance(self.adapter, CompiledWarmAdapter)

    @contextmanager
    def warm_pair(self, project: TargetProject, tree: Path) -> Iterator[StartWarm]:
        """See `CompiledSuite`."""
        adapter = self.adapter
        assert isinstance(adapter, CompiledWarmAdapter)
        surroundings, folder = self._surroundings(project), project.root(tree) / self.folder
        launches = {"build": adapter.warm_build_launch(self.target), "run": adapter.warm_run_launch(self.target)}
        with build_folders(self.adapter.name, surroundings.cache) as folders:
            yield lambda part, fd: start_warm(launches[part], folder, tree, fd, surroundings, folders)

    def _surroundings(self, project: TargetProject, memory_bytes: int | None = None) -> Surroundings:
        policy, cache = _policy(project), self.adapter.capabilities(self.target).build_cache
        shared = shared_build_cache(cache, policy) if cache else None
        return Surroundings(policy, project.env, memory_bytes, shared)

    def _is_inner(self, file: str) -> bool:
        """Whether a file (relative to the project) is of an inner package."""
        return file.startswith(tuple(f"{folder}/" for folder in self.inner))

    def _own(self, target: Target | None) -> Target | None:
        """The target without the test files of inner packages, where the adapter names them; None if none is left."""
        if target is None or not target.files:
            return target
        prefix = f"{self.folder}/" if self.folder else ""
        files = tuple(file for file in target.files if not self._is_inner(prefix + file))
        return replace(target, files=files) if files else None

    def _own_results(self, run: SuiteRun) -> SuiteRun:
        """The results without those of inner packages, where the framework itself looks for test files."""
        outcomes = {test: outcome for test, outcome in run.outcomes.items() if not self._is_inner(TestId(test).file)}
        collected = [test for test in run.collected if not self._is_inner(test.file)]
        return run.model_copy(update={"outcomes": outcomes, "collected": collected}) if self.inner else run

    def has_own_tests(self) -> bool:
        """Whether tests are left without those of inner packages, as far as the adapter names its files."""
        return self._own(self.target) is not None

    def _request(
        self, project: TargetProject, target: Target, tests: Sequence[TestId] | None, options: RunOptions
    ) -> SuiteRequest:
        """What the adapter is to run: these tests, their files where it knows no ids, else the whole suite."""
        subset = self.adapter.capabilities(target).subset
        limits = SuiteRequest(
            seconds=project.deadline.bound(options.timeout), test_seconds=test_time_limit(project, options.stage)
        )
        if tests is None or subset == "none":
            return limits
        ids = ids_to_run(tests, self.folder)
        if subset == "file" or any(test.is_file for test in ids):
            return replace(limits, files=tuple(sorted({test.file for test in ids})))
        state = options.shared_state
        if state is not None:
            after, of = ids_to_run([state["after"], state["of"]], self.folder)
            state = {**state, "after": after, "of": of}
        return replace(limits, ids=frozenset(ids), sequence=ids if options.ordered else (), state=state)


def _made_by_a_build(folder: Path, files: Sequence[str]) -> str:
    """What to say of test files that are in the checkout and not in git's tree."""
    there = [file for file in files if (folder / file).is_file()]
    if not there:
        return ""
    return (
        f" Git does not have {first_names(there, 2)}, which the test script runs: a build makes them. Name it in"
        " `setup_command`, such as `npm run build`, or name the folder in `share`."
    )


def _policy(project: TargetProject) -> SandboxPolicy:
    """The project's sandbox, opened for reading the folders that its trees link to."""
    if project.origin is None:
        return project.sandbox
    shared = [str(project.origin.resolve() / name) for name in project.shared]
    return replace(project.sandbox, read=(*project.sandbox.read, *shared))
