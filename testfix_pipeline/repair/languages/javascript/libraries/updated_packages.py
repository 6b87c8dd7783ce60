"""Says which updated packages failures may come of, and which are ES modules alone, where no edit is known."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from testfix_pipeline.core.records import Failure
from testfix_pipeline.core.update_records import Update
from testfix_pipeline.execution.project_files import read_json
from testfix_pipeline.repair.language.library_fixes import LibraryFix
from testfix_pipeline.repair.languages.javascript.libraries.installed_packages import PackageVersions
from testfix_pipeline.repair.languages.javascript.libraries.lost_names import LostPackageName, PackageProgram
from testfix_pipeline.repair.languages.javascript.libraries.package_uses import package_of

MOST_NAMED = 3
_MODULE_SYNTAX = re.compile(
    r"import statement outside a module|Unexpected token '?export|import\.meta.*outside a module"
)


def updated_packages(
    program: PackageProgram, versions: Mapping[str, PackageVersions], failures: Sequence[Failure]
) -> Iterator[LibraryFix]:
    """A note for each package with a new major version that a file of the failing calls uses, or any file where the
    failures don't say; it has no edit."""
    updated = {path: [use for use in uses if versions[use.specifier].is_major] for path, uses in program.uses.items()}
    used = {path: uses for path, uses in updated.items() if uses}
    met = {frame.file for failure in failures for frame in failure.frames}
    files = [path for path in used if path in met] or [*used]
    places = {package_of(use.specifier): (path, use) for path in reversed(files) for use in reversed(used[path])}
    for package, (path, use) in sorted(places.items())[:MOST_NAMED]:
        known = versions[use.specifier]
        evidence = (
            f"Perhaps an update: {path}:{use.line} uses {package} {known.installed}; {known.before} in {known.source}"
        )
        update = Update(
            library=package,
            version=known.installed,
            symbol=package,
            before=known.before,
            source=known.source,
            place=f"{path}:{use.line}",
            evidence=evidence,
            alternative=f"npm install {package}@{known.before}: tells whether the tests pass with it",
        )
        yield LibraryFix({}, "library.updated", evidence, 0.0, package, (update,))


def is_refused_module(lost: LostPackageName, failures: Sequence[Failure]) -> bool:
    """Whether failures are about the syntax of ES modules, and a package is one alone: Node may load it, and a
    framework with a loader of its own not."""
    manifest = read_json(lost.place / "node_modules" / lost.package / "package.json")
    is_module = manifest.get("type") == "module" and "'require'" not in repr(manifest.get("exports"))
    return is_module and any(_MODULE_SYNTAX.search(failure.error) for failure in failures)


def module_alone(lost: LostPackageName) -> LibraryFix:
    """A note on a package that `require` can't load; how it is loaded is for a person to decide."""
    package, versions = lost.package, lost.versions
    before = versions.before or "not known"
    note = f"{package} {versions.installed} is an ES module alone: `require` can't load it (before: {before})"
    evidence = f"{note}; `import` it, or let the tests' framework transform it (jest: `transformIgnorePatterns`)"
    update = Update(
        library=package,
        version=versions.installed,
        symbol=package,
        before=versions.before,
        source=versions.source,
        certain=versions.is_update,
        evidence=evidence,
        alternative=f"npm install {package}@{before}: `require` loads it" * versions.is_update,
    )
    return LibraryFix({}, "library.module", evidence, 0.0, package, (update,))
