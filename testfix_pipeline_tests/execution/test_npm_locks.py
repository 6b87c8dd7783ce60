"""The versions that lock files of npm, yarn and pnpm name."""

import pytest

from testfix_pipeline.execution.npm_locks import LOCKS, locked_versions

YARN_1 = """\
# yarn lockfile v1


"@own/box@^1.0.0", "@own/box@^1.2.0":
  version "1.2.3"
  resolved "https://registry.example/@own/box/-/box-1.2.3.tgz#0"
  dependencies:
    uuid "^9.0.0"

uuid@3.4.0:
  version "3.4.0"

uuid@^10.0.0:
  version "10.0.1"

uuid@^9.0.0:
  version "9.0.1"
"""
YARN_4 = """\
__metadata:
  version: 8
  cacheKey: 10c0

"@own/box@npm:^1.0.0":
  version: 1.2.3
  resolution: "@own/box@npm:1.2.3"

"shop@workspace:.":
  version: 0.0.0-use.local
"""
PNPM_5 = (
    "lockfileVersion: 5.4\nspecifiers:\n  uuid: ^3.4.0\ndependencies:\n  uuid: 3.4.0_react@18.2.0\npackages:\n  {{ bad"
)
PNPM_9 = """\
lockfileVersion: '9.0'

importers:

  .:
    dependencies:
      '@own/box':
        specifier: ^1.0.0
        version: 1.2.3(react@18.2.0)
    devDependencies:
      uuid:
        specifier: ^3.4.0
        version: 3.4.0
  other:
    dependencies:
      uuid:
        specifier: ^9.0.0
        version: 9.0.1

packages:

  uuid@9.0.1:
    resolution: {integrity: sha512-0}
"""


@pytest.mark.parametrize(
    ("name", "text", "versions"),
    [
        ("yarn.lock", YARN_1, {"@own/box": "1.2.3", "uuid": "10.0.1"}),
        ("yarn.lock", YARN_4, {"@own/box": "1.2.3", "shop": "0.0.0-use.local"}),
        ("pnpm-lock.yaml", PNPM_5, {"uuid": "3.4.0"}),
        ("pnpm-lock.yaml", PNPM_9, {"@own/box": "1.2.3", "uuid": "3.4.0"}),
        ("npm-shrinkwrap.json", '{"dependencies": {"uuid": {"version": "3.4.0"}}}', {"uuid": "3.4.0"}),
        ("package.json", '{"dependencies": {"uuid": "^3"}}', {"uuid": "^3"}),
    ],
)
def test_each_lock_names_the_versions_that_the_project_finds(name: str, text: str, versions: dict[str, str]) -> None:
    assert locked_versions(name, text) == versions


def test_hostile_texts_name_nothing() -> None:
    for name in (*LOCKS, "package.json"):
        for text in ("", "[" * 100_000, "{a: ", "\0\1\2", "- 1\n", '{"packages": 3, "importers": []}', "a@1:\n" * 9):
            assert locked_versions(name, text) == {}
