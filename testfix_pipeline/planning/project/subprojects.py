"""Splits a repository into projects, each with its language, type and test framework."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePosixPath

from testfix_pipeline.core.languages import PROGRAMMING
from testfix_pipeline.core.plan_records import FrameworkInfo, ProjectPart
from testfix_pipeline.execution.project_files import read_json
from testfix_pipeline.frameworks.folder_names import TEST_FOLDERS
from testfix_pipeline.planning.project.files import ProjectFiles, is_outside_product
from testfix_pipeline.planning.project.framework_detection import detect_framework
from testfix_pipeline.planning.project.project_type import MANIFESTS, detect_project_type

_MOST_PARTS = 60
_SHOWN = 4


def project_parts(files: ProjectFiles, framework: FrameworkInfo, interpreter: Path | None = None) -> list[ProjectPart]:
    """An entry for each folder and language with a manifest; one for the whole repository where there is none.

    Manifests of tests, examples and documentation are no projects. A folder with code in two languages is two parts.
    `framework` is that of the whole project, which a project of one part has as well.
    """
    places = sorted(_manifest_places(files))[:_MOST_PARTS]
    spoken = _languages([*files.by_kind["source"], *files.by_kind["tests"]])
    main = spoken.most_common(1)[0][0] if spoken else ""
    if all(folder == "." for folder, _ in places) and main and main not in _manifest_languages(places):
        places.append((".", main))  # code without a manifest
    if len(places) <= 1 and all(folder == "." for folder, _ in places):
        return [_project_part(files, ".", main, framework)]
    parts = [_part_at(files, folder, language, interpreter) for folder, language in places]
    return [part for part in parts if part] or [_project_part(files, ".", main, framework)]


def _manifest_languages(places: Iterable[tuple[str, str]]) -> set[str]:
    """The languages that have a manifest; one of JavaScript also counts for TypeScript."""
    found = {language for _, language in places}
    return found | ({"TypeScript"} if "JavaScript" in found else set())


def _languages(paths: Iterable[str]) -> Counter[str]:
    """The files by language, of the languages that have manifests; Kotlin's is Java's."""
    spoken = (PROGRAMMING.get(PurePosixPath(path).suffix, "").replace("Kotlin", "Java") for path in paths)
    return Counter(one for one in spoken if one == "TypeScript" or one in MANIFESTS.values())


def _manifest_places(files: ProjectFiles) -> Iterator[tuple[str, str]]:
    seen = set()
    for path in files.paths:
        place = PurePosixPath(path)
        folder, language = str(place.parent), MANIFESTS.get(place.name, "")
        own = TEST_FOLDERS.isdisjoint(place.parts[:-1]) and not (folder != "." and is_outside_product(path))
        if language and own and (folder, language) not in seen:
            seen.add((folder, language))
            yield folder, language


def _part_at(files: ProjectFiles, folder: str, language: str, interpreter: Path | None) -> ProjectPart | None:
    below = files_below(files, folder)
    spoken = _languages(below.paths)
    if language == "JavaScript" and (
        spoken["TypeScript"] > spoken["JavaScript"] or (files.root / folder / "tsconfig.json").is_file()
    ):
        language = "TypeScript"
    if not spoken[language] and not (
        language == "JavaScript" and read_json(files.root / folder / "package.json").get("workspaces")
    ):
        return None
    framework = detect_framework(below.root, below, interpreter=interpreter, language=language)
    return _project_part(below, folder, language, framework)


def _project_part(files: ProjectFiles, folder: str, language: str, framework: FrameworkInfo) -> ProjectPart:
    found = detect_project_type(files.root, files)
    return ProjectPart(
        folder=folder,
        language=language,
        type=found.type,
        confidence=found.confidence,
        framework=framework.framework,
        evidence=[*map(str, found.evidence[:_SHOWN]), f"tests: {getattr(framework, 'evidence', '')}"],
    )


def files_below(files: ProjectFiles, folder: str) -> ProjectFiles:
    """The files below a folder, with paths relative to it."""
    if folder == ".":
        return files
    start = f"{folder}/"
    below = tuple(path.removeprefix(start) for path in files.paths if path.startswith(start))
    return ProjectFiles(files.root / folder, below, files.patterns)
