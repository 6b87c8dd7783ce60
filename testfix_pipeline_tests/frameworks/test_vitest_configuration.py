"""A vitest project with a configuration of its own, path aliases, mocks and inline snapshots is measured as it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.execution.suite_runs import run_suite
from testfix_pipeline.frameworks.project_suites import find_suites
from testfix_pipeline_tests.execution.targets import ours
from testfix_pipeline_tests.frameworks.conftest import npm_modules

FILES = {
    "package.json": '{"type": "module", "scripts": {"test": "vitest run"}, "devDependencies": {"vitest": "3"}}',
    "vitest.config.ts": "import { defineConfig } from 'vitest/config';\nimport path from 'node:path';\n"
    "export default defineConfig({ resolve: { alias: { '@': path.resolve(__dirname, 'src') } } });\n",
    "src/rate.ts": "export const rate = (): number => 0.5;\n",
    "src/price.ts": "import { rate } from '@/rate';\nexport const price = (net: number) => net + net * rate();\n",
    "test/price.test.ts": "import { expect, it, vi } from 'vitest';\nimport { price } from '@/price';\n"
    "vi.mock('@/rate', () => ({ rate: () => 0.2 }));\n"
    "it('mocked', () => { expect(price(100)).toBe(120); });\n"
    "it('snapshot', () => { expect(price(10)).toMatchInlineSnapshot(`12`); });\n"
    "it('wrong', () => { expect(price(10)).toBe(13); });\n",
}


@pytest.mark.npm
@pytest.mark.skipif(npm_modules() is None, reason="vitest is not installed")
def test_a_configuration_is_loaded_although_what_is_installed_is_read_only(node: str, tmp_path: Path) -> None:
    for path, text in FILES.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(text)
    modules = npm_modules()
    assert modules is not None
    (tmp_path / "node_modules").symlink_to(modules.resolve())
    project = TargetProject(ours().interpreter, "test", suites=find_suites(tmp_path).suites)
    run = run_suite(project, tmp_path, timeout=120)
    assert run.fault is None and run.grade == "proved"
    assert {test.titles[0]: outcome.status for test, outcome in run.outcomes.items()} == {
        "mocked": "passed", "snapshot": "passed", "wrong": "failed",
    }  # fmt: skip
    assert not list(tmp_path.glob("*timestamp*"))
