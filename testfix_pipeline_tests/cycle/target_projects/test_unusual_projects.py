"""Projects that are not the happy path, and work (issue: input that is not the happy path)."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from testfix_pipeline import cycle
from testfix_pipeline_tests.cycle.projects import GOOD, analyses, broken, calc_files
from testfix_pipeline_tests.execution.targets import environment, packages
from testfix_pipeline_tests.loopback_server import LoopbackHandler, LoopbackServer

Scripted = Callable[..., str]
Make = Callable[..., Any]
NO_WORKFLOW = (".workflow/",)


def repaired(scripted: Scripted, files: dict[str, str | None], name: str = "script") -> str:
    return scripted(analyses(1), {"IMPL-fix-1": {"files": files, "confidence": 0.9}}, name)


def test_a_sub_folder_of_a_detached_checkout_with_names_of_all_kinds(repository, scripted, run_cycle) -> None:
    place = "Prüf stände/tests/pkg one"  # which is no reason to take all of it for tests
    repo = repository("my repository")
    repo.write("README.md", "the top\n")
    files = {
        "größe.py": "from pathlib import Path\n\n\ndef words():\n"
        "    return Path(__file__).with_name('list of words.txt').read_text().split()\n",
        "list of words.txt": "ein zwei\n",
        "tests/test größe.py": "from größe import words\n\n\ndef test_three():\n    assert len(words()) == 3\n\n\n"
        "def test_first():\n    assert words()[0] == 'ein'\n",
        "conftest.py": "",
        "pytest.ini": "[pytest]\npython_files = test*.py\n",
    }
    for name, text in files.items():
        repo.write(f"{place}/{name}", text)
    repo.commit("first")
    repo.git("checkout", "-q", "--detach")
    before = repo.fingerprint(f"{place}/.workflow/")
    agent = repaired(scripted, {f"{place}/list of words.txt": "ein zwei drei\n"})
    result = run_cycle(_Place(repo.root / place), agents=[agent])
    assert (result["outcome"], result["fixed_tests"]) == ("success", ["tests/test größe.py::test_three"])
    first = result["commits"][0]
    names = repo.git("diff-tree", "--no-commit-id", "--name-only", "-r", "-z", first).split("\0")
    assert [name for name in names if name and ".workflow" not in name] == [f"{place}/list of words.txt"]
    assert repo.fingerprint(f"{place}/.workflow/") == before
    assert repo.git("rev-parse", "--abbrev-ref", "HEAD").strip() == "HEAD"


class _Place:
    def __init__(self, root: Path) -> None:
        self.root = root


def test_a_dirty_checkout_whose_failing_test_is_not_committed(repository, scripted, run_cycle) -> None:
    repo = repository(files={**calc_files(), "notes.txt": "old\n"})
    repo.write("calc.py", broken("last") + "\n\nDRAFT = True\n")
    repo.write(
        "test_new.py", "from calc import DRAFT, last\n\n\ndef test_new():\n    assert DRAFT and last('ab') == 'b'\n"
    )
    repo.write("notes.txt", "staged\n")
    repo.git("add", "notes.txt")
    repo.write("notes.txt", "changed again\n")
    before, status = repo.fingerprint(*NO_WORKFLOW), repo.git("status", "--porcelain")
    agent = repaired(scripted, {"calc.py": GOOD + "\n\nDRAFT = True\n"})
    result = run_cycle(repo, agents=[agent])
    assert result["outcome"] == "success"
    assert set(result["fixed_tests"]) == {"test_calc.py::test_last", "test_new.py::test_new"}
    assert repo.fingerprint(*NO_WORKFLOW) == before and repo.git("status", "--porcelain") == status
    assert repo.subjects(f"main..{result['branch']}")[0] == "test-cycle: snapshot of uncommitted work"
    changed = [line for line in result["diff"].splitlines() if line.startswith(("+", "-")) and line[1:2] not in "+-"]
    assert changed == ["-    return items[0]", "+    return items[-1]"]


def test_a_project_with_a_submodule(repository: Make, scripted: Scripted, run_cycle: Make) -> None:
    tool = repository("tool", files={"scale.py": "FACTOR = 2\n"})
    repo = repository()
    repo.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(tool.root), "vendor")
    text = "from vendor.scale import FACTOR\n\n\ndef double(n):\n    return n {} FACTOR\n"
    test = "from double import double\n\n\ndef test_double():\n    assert double(5) == 10\n"
    repo.commit("first", **{"double.py": text.format("+"), "test_double.py": test})
    before = repo.fingerprint(*NO_WORKFLOW)
    result = run_cycle(repo, agents=[repaired(scripted, {"double.py": text.format("*")})])
    assert result["outcome"] == "success"
    assert repo.git("ls-tree", result["branch"], "vendor").startswith("160000 commit")
    assert repo.fingerprint(*NO_WORKFLOW) == before


def test_a_src_layout_that_is_installed_editable(repository: Make, scripted: Scripted, run_cycle: Make) -> None:
    """The environment's `.pth` leads to the user's checkout, whose code must not be what is measured."""
    repo = repository()
    environment(repo.root / ".venv")
    (packages(repo.root / ".venv") / "__editable__.shop.pth").write_text(f"{repo.root / 'src'}\n")
    files = {
        ".gitignore": ".venv/\n",
        "src/shop/__init__.py": "",
        "src/shop/calc.py": broken("half"),
        "tests/test_shop.py": "from shop.calc import half\n\n\ndef test_half():\n    assert half(8) == 4\n",
        "pyproject.toml": "[project]\nname = 'shop'\nversion = '1'\n[tool.pytest.ini_options]\ntestpaths = ['tests']\n",
    }
    repo.commit("first", **files)
    result = run_cycle(repo, agents=[repaired(scripted, {"src/shop/calc.py": GOOD})])
    assert (result["outcome"], result["fixed_tests"]) == ("success", ["tests/test_shop.py::test_half"])
    assert (repo.root / "src" / "shop" / "calc.py").read_text() == broken("half")


def test_sessions_at_once_on_the_same_project_and_on_another(calc, scripted, run_cycle, monkeypatch) -> None:
    one, other = calc("add", name="one"), calc("shout", name="other")
    before = one.fingerprint(*NO_WORKFLOW)
    runs = [
        (one, "first", repaired(scripted, {"calc.py": GOOD}, "a")),
        (one, "second", repaired(scripted, {"calc.py": GOOD.replace("a + b", "b + a")}, "b")),
        (other, "third", repaired(scripted, {"calc.py": GOOD}, "c")),
    ]

    def run(repo: Any, owner: str, agent: str) -> dict[str, Any]:
        return cycle.run({"project": str(repo.root), "agents": [agent]}, owner)

    with ThreadPoolExecutor(3) as pool:
        found = [future.result() for future in [pool.submit(run, *each) for each in runs]]
    assert [result["outcome"] for result in found] == ["success"] * 3
    assert found[0]["session_id"] != found[1]["session_id"]
    sources = [
        repo.git("show", f"{result['branch']}:calc.py") for (repo, _, _), result in zip(runs, found, strict=True)
    ]
    assert sources == [GOOD, GOOD.replace("a + b", "b + a"), GOOD]
    for (repo, _, _), result in zip(runs, found, strict=True):
        rows = repo.git("log", f"main..{result['branch']}", "--format=%(trailers:key=Test-Session,valueonly)").split()
        assert rows == [result["session_id"]] * 2
    assert one.fingerprint(*NO_WORKFLOW) == before
    assert found[2]["fixed_tests"] == ["test_calc.py::test_shout"]


class _AnswerFour(LoopbackHandler):
    def do_GET(self) -> None:
        self.send(200, b"4")


class Service(LoopbackServer):
    handler = _AnswerFour


WANTS = """\
import os
from urllib.request import urlopen

from calc import half


def test_against_the_service():
    with urlopen(os.environ["SERVICE_URL"]) as answer:
        assert half(8) == int(answer.read())


def test_token():
    assert os.environ["SERVICE_TOKEN"] == "t0ken"
"""


def test_a_suite_that_wants_variables_and_a_local_server(repository, scripted, run_cycle, monkeypatch) -> None:
    repo = repository(files={"calc.py": broken("half"), "test_service.py": WANTS})
    monkeypatch.setenv("SERVICE_TOKEN", "t0ken")
    with Service() as service:
        result = run_cycle(
            repo,
            agents=[repaired(scripted, {"calc.py": GOOD})],
            env={"SERVICE_URL": service.address},
            sandbox={"network": True, "env": ["SERVICE_TOKEN"]},
        )
    assert (result["outcome"], result["fixed_tests"]) == ("success", ["test_service.py::test_against_the_service"])


def test_a_green_suite_is_said_to_be_green_without_an_iteration(calc: Make, run_cycle: Make) -> None:
    repo = calc()
    before = repo.refs()["refs/heads/main"]
    result = run_cycle(repo)
    assert (result["outcome"], result["iterations"], result["commits"]) == ("success", 0, [])
    assert result["head_commit"] == before
