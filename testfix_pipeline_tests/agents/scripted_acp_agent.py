"""An agent that speaks the Agent Client Protocol through the official library and does what its prompt says.

`install` writes it onto a PATH as `scripted-agent`. With an argument it misbehaves before any prompt.
"""

import asyncio
import json
import os
import sys
import time
import urllib.request
from pathlib import Path
from typing import Any


def install(folder: Path) -> Path:
    """Put the program into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    program = folder / "scripted-agent"
    program.write_text(f"#!{sys.executable}\n" + Path(__file__).read_text(encoding="utf-8"), encoding="utf-8")
    program.chmod(0o755)
    return program


def ask_model(prompt: str) -> str:
    body = json.dumps({"model": "m", "input": prompt}).encode()
    key = {"Authorization": f"Bearer {os.environ['OPENAI_API_KEY']}", "Content-Type": "application/json"}
    question = urllib.request.Request(f"{os.environ['OPENAI_BASE_URL']}/responses", body, key)
    with urllib.request.urlopen(question, timeout=3600) as answer:
        return json.loads(answer.read())["output"][0]["content"][0]["text"]


def stubbornly(prompt: str) -> str:
    while True:
        try:
            return ask_model(prompt)
        except (OSError, ValueError):
            time.sleep(0.02)


def write(path: str) -> str:
    try:
        Path(path).write_text("written\n", encoding="utf-8")
    except OSError as error:
        return type(error).__name__
    return "written"


def fixed(file: Path) -> str:
    """Fix the file where it may be written, else say what is wrong with it."""
    try:
        file.write_text(file.read_text(encoding="utf-8").replace("a - b", "a + b"), encoding="utf-8")
    except OSError:
        point = {"modification_points": ["calc.py:add:1-2"], "affected_tests": ["test_calc.py::test_add"]}
        cause = {"root_causes": ["the sign is wrong"], "approach": "add instead", "confidence_score": 0.9, **point}
        words = "This report explains at length what is wrong with the code and how it is going to be fixed. " * 8
        return words + json.dumps({"hypotheses": [cause]})
    return "fixed it"


async def serve() -> None:
    import acp
    from acp import schema
    from acp.helpers import update_agent_message_text

    class Scripted:
        def on_connect(self, client):
            self.client = client
            self.cancelled = asyncio.Event()

        async def initialize(self, protocol_version, **others):
            info = schema.Implementation(name="scripted", version="1.2.3")
            ways = [schema.AuthMethodAgent(id="api-key", name="API key")]
            version = 7 if "version" in sys.argv else acp.PROTOCOL_VERSION
            return acp.InitializeResponse(protocol_version=version, agent_info=info, auth_methods=ways)

        async def authenticate(self, method_id, **others):
            self.method = method_id
            return

        async def new_session(self, cwd, **others):
            self.cwd = cwd
            if ("login" in sys.argv and not hasattr(self, "method")) or "locked" in sys.argv:
                raise acp.RequestError.auth_required({"details": "no key"})
            return acp.NewSessionResponse(session_id="s-1")

        async def cancel(self, session_id, **others):
            self.cancelled.set()

        async def say(self, text):
            await self.client.session_update("s-1", update_agent_message_text(text))

        async def permitted(self, kind):
            kinds = ("allow_always", "allow_once", "reject_once")
            options = [schema.PermissionOption(option_id=one, name=one, kind=one) for one in kinds]
            call = schema.ToolCallUpdate(tool_call_id="t", title="it", kind=kind)
            answer = await self.client.request_permission(session_id="s-1", tool_call=call, options=options)
            return getattr(answer.outcome, "option_id", answer.outcome.outcome)

        async def prompt(self, session_id, prompt, **others):
            order, _, rest = prompt[0].text.partition(" ")
            stop = "end_turn"
            if "fixer" in sys.argv:
                await self.say(fixed(Path(self.cwd, "calc.py")))
                return acp.PromptResponse(stop_reason=stop)
            if order == "write":
                await self.say(json.dumps([write(path) for path in rest.split()]))
            elif order == "environment":
                await self.say(json.dumps(dict(os.environ)))
            elif order == "permission":
                await self.say(json.dumps([await self.permitted(kind) for kind in rest.split()]))
            elif order == "files":
                try:
                    await self.client.read_text_file(session_id="s-1", path=f"{self.cwd}/calc.py")
                except acp.RequestError as error:
                    await self.say(str(error))
            elif order == "hang":
                await asyncio.sleep(3600)
            elif order == "wait":
                write("waiting.txt")
                await self.cancelled.wait()
                write("cancelled.txt")
                stop = "cancelled"
            elif order == "crash":
                await self.say("half of an ans")
                os._exit(3)
            elif order == "refuse":
                stop = "refusal"
            elif order == "huge":
                while True:
                    await self.say("x" * 1_000_000)
            elif order == "error":
                raise acp.RequestError.internal_error({"details": "the disk is full"})
            elif order == "silent":
                pass
            elif order == "pass":
                try:
                    await self.say(await asyncio.to_thread(ask_model, rest))
                except OSError as error:
                    await self.say(f"API error: {error}")
            else:
                await self.say(await asyncio.to_thread(stubbornly, prompt[0].text))
            return acp.PromptResponse(stop_reason=stop)

    agent: Any = Scripted()
    await acp.run_agent(agent, use_unstable_protocol=True)


def main() -> None:
    if "garbage" in sys.argv:
        print("Welcome!\n\x00\xff[1, 2]\n{{{", flush=True)
        return
    if "mute" in sys.argv:
        time.sleep(3600)
    if "chatty" in sys.argv:
        print("starting up ...", flush=True)
    asyncio.run(serve())


if __name__ == "__main__":
    main()
