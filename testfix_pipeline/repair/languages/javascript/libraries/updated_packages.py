"""Says which updated packages failures may come of, where no edit is known."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from testfix_pipeline.core.records import Failure
from testfix_pipeline.core.update_records import Update
from testfix_pipeline.repair.language.library_fixes import LibraryFix
from testfix_pipeline.repair.languages.javascript.libraries.installed_packages import PackageVersions
from testfix_pipeline.repair.languages.javascript.libraries.lost_names import PackageProgram
from testfix_pipeline.repair.languages.javascript.libraries.package_uses import package_of

MOST_NAMED = 3


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
