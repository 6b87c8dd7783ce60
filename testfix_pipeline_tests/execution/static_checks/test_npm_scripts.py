"""How scripts of npm call the tools that check a project."""

import json
from pathlib import Path

import pytest

from testfix_pipeline.execution.static_checks.npm_scripts import CheckCall, call_in_scripts


def _called(folder: Path, tool: str, **scripts: str) -> tuple[CheckCall | None, list[str]]:
    (folder / "package.json").write_text(json.dumps({"scripts": scripts}))
    return call_in_scripts(folder, tool)


@pytest.mark.parametrize(
    ("tool", "text", "options", "paths"),
    [
        ("prettier", "prettier --check src 'test/**/*.js'", (), ("src", "test/**/*.js")),
        ("prettier", "npx prettier -c --config conf/p.json .", ("--config", "conf/p.json"), (".",)),
        ("eslint", "eslint src --ext .ts --format=stylish", ("--ext", ".ts"), ("src",)),
        ("eslint", "tsc --noEmit && eslint --cache .", (), (".",)),
        ("eslint", "./node_modules/.bin/eslint src", (), ("src",)),
        ("tsc", "tsc -p tsconfig.build.json --noEmit", ("-p", "tsconfig.build.json"), ()),
        ("biome", "pnpm exec biome check src", (), ("src",)),
        ("prettier", 'prettier --check "src/**/*.{ts,tsx}"', (), ("src/**/*.{ts,tsx}",)),
        ("eslint", "npx --yes eslint src", (), ("src",)),
        ("eslint", "cross-env CI=1 eslint src && CI=1 eslint test", (), ("src", "test")),
        ("eslint", "yarn -s eslint src && node ./node_modules/.bin/eslint test", (), ("src", "test")),
        ("eslint", "eslint --cache --cache-strategy content --quiet src", ("--quiet",), ("src",)),
        ("tsc", "tsc --noEmit --moduleResolution node", ("--moduleResolution", "node"), ()),
    ],
)
def test_options_and_paths_are_read(tmp_path, tool, text, options, paths) -> None:
    (tmp_path / "src").mkdir()
    call, unread = _called(tmp_path, tool, lint=text)
    assert call is not None and unread == []
    assert (call.options, call.paths) == (options, paths)


MORE = [
    *("cd src && eslint .", "git diff | xargs eslint", "eslint $FILES", "eslint 'a", "ls; eslint .", 'eslint "$FILES"'),
    *("concurrently 'eslint .' 'tsc'", "npx -p eslint@8 eslint .", "PATH=. eslint .", "LD_PRELOAD=./a.so eslint ."),
    *("eslint --new-option value src", "NODE_ENV=production eslint ."),
]


@pytest.mark.parametrize("text", MORE)
def test_what_does_more_is_named(tmp_path: Path, text: str) -> None:
    assert _called(tmp_path, "eslint", lint=text) == (None, ["lint"])


def test_calls_for_another_purpose_and_other_programs_are_none(tmp_path: Path) -> None:
    assert _called(tmp_path, "biome", format="biome format --write .") == (None, [])
    assert _called(tmp_path, "tsc", dev="tsc --watch", types="vue-tsc --noEmit") == (None, [])
    (tmp_path / "package.json").write_text('{"scripts": ["eslint"]}')
    assert call_in_scripts(tmp_path, "eslint") == (None, [])


def test_warnings_count_where_the_script_allows_none(tmp_path: Path) -> None:
    for text, strict in (("--max-warnings 0", True), ("--max-warnings=0", True), ("--max-warnings 5", False)):
        call, _ = _called(tmp_path, "eslint", lint=f"eslint {text} src")
        assert call is not None and call.allows_no_warning is strict
        assert call.arguments(["--format", "json", "--", "src"])[2] == text.split()[0]
