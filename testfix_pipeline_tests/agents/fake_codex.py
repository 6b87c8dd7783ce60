"""A program that is called like Codex CLI and does what its prompt says, to test everything around it without npm.

It asks its model once per attempt and, like some real tools, never gives up by itself. A script of the standard
library; `install` writes it onto a PATH.
"""

import json
import os
import re
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path


def install(folder: Path) -> Path:
    """Put the program, named `codex`, into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    program = folder / "codex"
    program.write_text(f"#!{sys.executable}\n" + Path(__file__).read_text(encoding="utf-8"), encoding="utf-8")
    program.chmod(0o755)
    return program


def ask(prompt: str, timeout: float = 3600.0) -> dict:
    address = re.search(r'base_url="([^"]+)"', " ".join(sys.argv))[1]
    body = json.dumps({"model": "m", "input": prompt}).encode()
    key = {"Authorization": f"Bearer {credential()}", "Content-Type": "application/json"}
    question = urllib.request.Request(f"{address}/responses", body, key)
    with urllib.request.urlopen(question, timeout=timeout) as answer:
        return json.loads(answer.read())


def login() -> Path:
    return Path(os.environ["CODEX_HOME"], "auth.json")


def credential() -> str:
    """The key of the call, or the token of an account's login."""
    key = os.environ.get("TESTFIX_MODEL_KEY")
    return key or json.loads(login().read_text(encoding="utf-8"))["tokens"]["access_token"]


def renew(text: str) -> str:
    """Put a new text in place of the login, as a tool that renews its tokens does."""
    draft = login().with_name("new")
    draft.write_text(text, encoding="utf-8")
    draft.replace(login())
    return "renewed"


def leak() -> str:
    """Write the login into the project, and say it."""
    Path("calc.py").write_text(f"LOGIN = {login().read_text(encoding='utf-8')!r}\n", encoding="utf-8")
    return login().read_text(encoding="utf-8")


def stubbornly(prompt: str) -> dict:
    while True:
        try:
            return ask(prompt)
        except (OSError, ValueError):
            time.sleep(0.02)


def look(path: str) -> str:
    try:
        place = Path(path)
        return (
            str(sorted(inner.name for inner in place.iterdir()))
            if place.is_dir()
            else place.read_text(encoding="utf-8")
        )
    except OSError as error:
        return type(error).__name__


def write(path: str) -> str:
    try:
        Path(path).write_text("written\n", encoding="utf-8")
    except OSError as error:
        return type(error).__name__
    return "written"


def obey(prompt: str) -> str:
    order, _, rest = prompt.partition(" ")
    if order == "environment":
        return json.dumps(dict(os.environ))
    if order == "look":
        return json.dumps([look(path) for path in rest.split()])
    if order == "write":
        return json.dumps([write(path) for path in rest.split()])
    if order == "renew":
        return renew(rest)
    if order == "leak":
        return leak()
    if order == "orphan":
        subprocess.Popen(["sh", "-c", f"exec -a {rest} sleep 60"], start_new_session=True)
        return "left one behind"
    if order == "impatient":
        try:
            ask("hurry", timeout=0.3)
        except OSError:
            return ""
    if order == "loop":
        while True:
            stubbornly("again")
    return stubbornly(prompt)["output"][0]["content"][0]["text"]


def main() -> None:
    if "--version" in sys.argv:
        print("codex-cli 9.8.7")
        return
    session = sys.argv[sys.argv.index("resume") + 1] if "resume" in sys.argv else "thread-1"
    print(json.dumps({"type": "thread.started", "thread_id": session}), flush=True)
    rollout = Path(os.environ["CODEX_HOME"], "sessions", f"rollout-{session}.jsonl")
    earlier = rollout.read_text(encoding="utf-8") if rollout.is_file() else ""
    prompt = sys.stdin.read()
    text = earlier if prompt == "remember" else obey(prompt)
    rollout.parent.mkdir(exist_ok=True)
    rollout.write_text(earlier + prompt + "\n", encoding="utf-8")
    Path(sys.argv[sys.argv.index("-o") + 1]).write_text(text, encoding="utf-8")
    sys.exit(1)  # an exit code is no evidence


if __name__ == "__main__":
    main()
