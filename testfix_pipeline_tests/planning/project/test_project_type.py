"""What kind of project a folder holds, and how sure that is."""

import json
from pathlib import Path

import pytest

from testfix_pipeline.core.plan_records import Analysis, FrameworkInfo
from testfix_pipeline.core.test_ids import SessionId
from testfix_pipeline.planning.analysis.document import render
from testfix_pipeline.planning.project.files import walked_files
from testfix_pipeline.planning.project.framework_detection import detect_framework
from testfix_pipeline.planning.project.project_type import PROJECT_TYPES, detect_project_type
from testfix_pipeline.planning.project.subprojects import project_parts
from testfix_pipeline_tests.project_files import write_files

LIBRARY = '[project]\nname = "x"\n'


@pytest.mark.parametrize(
    ("files", "kind"),
    [
        ({"package.json": json.dumps({"dependencies": {"react": "18"}})}, "React"),
        ({"package.json": json.dumps({"dependencies": {"express": "4"}, "main": "a.js"})}, "Node API"),
        ({"pyproject.toml": LIBRARY + '[project.scripts]\nx = "x:main"\n', "x/cli.py": "import argparse\n"}, "CLI"),
        ({"pyproject.toml": LIBRARY, "x/__init__.py": ""}, "library"),
        ({"requirements.txt": "Django==5\n", "manage.py": ""}, "web app"),
        ({"requirements.txt": "fastapi\nuvicorn[standard]>=0.2\n", "Dockerfile": ""}, "service"),
        ({"requirements.txt": "apache-airflow\n", "dags/a.py": ""}, "data pipeline"),
        ({"packages/a/package.json": "{}", "packages/b/package.json": "{}"}, "monorepo"),
        ({"go.mod": "module x\n", "main.go": "func main() { http.ListenAndServe() }\n"}, "service"),
        ({"go.mod": "module x\n", "x.go": "package x\n"}, "library"),
        ({"go.mod": "module x\nrequire github.com/spf13/cobra v1.8.0\n", "main.go": "func main() {}"}, "CLI"),
        ({"Cargo.toml": '[package]\nname = "x"\n[dependencies]\naxum = "0.7"\n', "src/main.rs": ""}, "service"),
        ({"Cargo.toml": '[package]\nname = "x"\n', "src/lib.rs": ""}, "library"),
        ({"Cargo.toml": '[workspace]\nmembers = ["a", "b"]\n', "a/Cargo.toml": "", "b/Cargo.toml": ""}, "monorepo"),
        (
            {
                "pom.xml": "<dependency><groupId>org.springframework.boot</groupId>"
                "<artifactId>spring-boot-starter-web</artifactId></dependency>"
            },
            "service",
        ),
        ({"build.gradle": "dependencies {\n  implementation 'info.picocli:picocli:4.7.6'\n}\n"}, "CLI"),
        ({"a.txt": ""}, "library"),
    ],
)
def test_types(tmp_path: Path, files: dict[str, str], kind: str) -> None:
    write_files(tmp_path, files)
    found, confidence, evidence = detect_project_type(tmp_path)
    assert found == kind
    assert not evidence or evidence[0].why
    assert found in PROJECT_TYPES
    assert 0 < confidence <= 1


def test_a_repository_of_several_projects_is_taken_apart(tmp_path: Path) -> None:
    content = {
        "web/package.json": json.dumps({"dependencies": {"react": "18"}, "devDependencies": {"vitest": "1"}}),
        "web/src/app.tsx": "",
        "api/pyproject.toml": '[project]\nname = "api"\ndependencies = ["fastapi"]\n[tool.pytest.ini_options]\n',
        "api/api/__init__.py": "",
        "worker/go.mod": "module worker\n\ngo 1.22\n",
        "worker/main.go": "func main() {}\n",
        "worker/main_test.go": "",
        "core/Cargo.toml": '[package]\nname = "core"\nedition = "2021"\n',
        "core/src/lib.rs": "",
        "jobs/pom.xml": "<project>junit-jupiter</project>",
        "jobs/src/main/java/Job.java": "",
        "api/tests/fixture/package.json": "{}",
        "api/tests/fixture/a.js": "",
    }
    write_files(tmp_path, content)
    assert detect_project_type(tmp_path).type == "monorepo"
    files = walked_files(tmp_path)
    parts = project_parts(files, detect_framework(tmp_path, files))
    assert [(part.folder, part.language, part.type, part.framework) for part in parts] == [
        ("api", "Python", "service", "pytest"),
        ("core", "Rust", "library", "cargo test"),
        ("jobs", "Java", "library", "JUnit"),
        ("web", "TypeScript", "React", "vitest"),
        ("worker", "Go", "CLI", "go test"),
    ]
    assert "depends on react" in parts[3].evidence[0]


def test_a_project_without_a_manifest_is_one_part(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("")
    (part,) = project_parts(walked_files(tmp_path), FrameworkInfo())
    assert (part.folder, part.language) == (".", "Python")


def concerns(kind: str) -> list[str]:
    """The lines of the analysis on what tests of a project type look at."""
    text = render(Analysis(session_id=SessionId("WFS-test-a"), project_type=kind))
    said = text.partition("What tests of this type look at:")[2].partition("##")[0]
    return [line for line in said.splitlines() if line]


@pytest.mark.parametrize("kind", PROJECT_TYPES)
def test_every_type_has_its_concerns_for_each_layer(kind: str) -> None:
    layers = [line[2:4] for line in concerns(kind)]
    assert set(layers) >= {"L0", "L1", "L2"} and layers == sorted(layers)
    assert concerns(kind) == concerns(kind.upper()) and set(concerns(kind)[1:]).isdisjoint(
        concern for other in PROJECT_TYPES if other != kind for concern in concerns(other)[1:]
    )
