"""A whole session with the login of an account: its secrets are nowhere, although model and tool repeat them."""

import json
import os

from testfix_pipeline import cycle
from testfix_pipeline.steps.session import progress_listeners
from testfix_pipeline_tests.agents import fake_codex, planted_logins
from testfix_pipeline_tests.agents.model_server import ModelServer, Say
from testfix_pipeline_tests.cycle.agents.test_several_tools import ANALYSIS
from testfix_pipeline_tests.cycle.projects import WORDS, calc_files

PATCH = "--- a/calc.py\n+++ b/calc.py\n@@ -1,2 +1,2 @@\n def add(a, b):\n-    return a - b\n+    return a + b\n"


def test_no_file_of_a_session_holds_a_secret_of_the_login(repository, tmp_path, monkeypatch) -> None:
    program = fake_codex.install(tmp_path / "bin")
    home = planted_logins.plant(tmp_path / "users-home")
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("PATH", f"{program.parent}{os.pathsep}{os.environ['PATH']}")
    for name in ("CODEX_API_KEY", "OPENAI_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    repo = repository(files=calc_files("add"))
    hypothesis = {**ANALYSIS, "patch": PATCH, "root_causes": [f"add subtracts, {planted_logins.TOKEN}"]}
    said: list[str] = []
    before = {file: file.read_bytes() for file in home.rglob("*") if file.is_file()}
    with ModelServer(
        [Say(json.dumps({"report": f"{WORDS} {planted_logins.TOKEN}", "hypotheses": [hypothesis]}))]
    ) as at:
        monkeypatch.setenv("CODEX_BASE_URL", f"{at.address}/v1")
        with progress_listeners.listening(lambda items, detail: said.append(detail)):
            left_out = cycle.run({"project": str(repo.root), "agents": ["auto"], "max_iterations": 1})
            assert at.requests == []
            repo.git("checkout", "-q", "main")
            found = cycle.run({"project": str(repo.root), "agents": ["codex"], "agent_logins": True})
    assert "not codex: it has a login of an account, which --agent-logins switches on" in left_out["asks"]
    assert found["outcome"] == "success" and "analysis by codex" in found["answers"][0]
    assert {one.headers["authorization"] for one in at.requests} == {f"Bearer {planted_logins.TOKEN}"}
    places = [folder for folder in tmp_path.iterdir() if folder != home]
    texts = [file.read_text(errors="replace") for place in places for file in place.rglob("*") if file.is_file()]
    everything = "".join([*texts, *said, str(found), repo.git("log", "-p", "--all")])
    assert "[login]" in everything
    for secret in [*planted_logins.secrets("codex"), *planted_logins.OTHER_SECRETS]:
        assert secret not in everything
    assert {file: file.read_bytes() for file in before} == before
