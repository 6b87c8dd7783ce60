"""A user's home with a login of each tool and with other secrets, none of them real."""

import json
from base64 import urlsafe_b64encode
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

TOKEN = "planted-token-" + "4" * 24
OTHER_SECRETS = ["planted-ssh-key-7777", "planted-history-8888", "planted-netrc-9999", "planted-settings-6666"]
FAR = 4_102_444_800
"""Seconds of a time that no test lives to see."""


def _documents() -> dict[str, tuple[str, dict[str, Any]]]:
    """The file of each tool's login, and what it holds."""
    claude = {"accessToken": TOKEN, "refreshToken": "planted-refresh-of-claude", "expiresAt": FAR * 1000,
              "scopes": ["user:inference"], "subscriptionType": "max"}  # fmt: skip
    codex = {"id_token": _jwt(), "access_token": TOKEN, "refresh_token": "planted-refresh-of-codex",
             "account_id": "planted-account-of-codex"}  # fmt: skip
    google = {"access_token": TOKEN, "refresh_token": "planted-refresh-of-gemini", "token_type": "Bearer",
              "scope": "https://www.googleapis.com/auth/cloud-platform", "expiry_date": FAR * 1000}  # fmt: skip
    user = {"host": "https://github.com", "login": "somebody-of-copilot"}
    copilot = {"copilotTokens": {"https://github.com:somebody-of-copilot": TOKEN}, "loggedInUsers": [user],
               "lastLoggedInUser": user, "trustedFolders": ["/users/own"], "secret": OTHER_SECRETS[3]}  # fmt: skip
    opencode = {"openai": {"type": "api", "key": TOKEN}, "xai": {"type": "api", "key": "planted-key-of-opencode"}}
    return {
        "claude": (
            ".claude/.credentials.json",
            {"claudeAiOauth": claude, "mcpOAuth": {"x": {"serverUrl": OTHER_SECRETS[3]}}},
        ),
        "codex": (".codex/auth.json", {"OPENAI_API_KEY": None, "tokens": codex, "last_refresh": _now()}),
        "gemini": (".gemini/oauth_creds.json", google),
        "copilot": (".copilot/config.json", copilot),
        "opencode": (".local/share/opencode/auth.json", opencode),
    }


def _now() -> str:
    return datetime.now(UTC).isoformat()


def _jwt() -> str:
    def part(value: dict[str, Any]) -> str:
        return urlsafe_b64encode(json.dumps(value).encode()).decode().rstrip("=")

    auth = {"chatgpt_plan_type": "plus", "chatgpt_account_id": "planted-account-of-codex"}
    claims = {"email": "somebody@example.org", "exp": FAR, "https://api.openai.com/auth": auth}
    return f"{part({'alg': 'none'})}.{part(claims)}.c2lnbmF0dXJl"


_DOCUMENTS = _documents()


def login_text(name: str) -> str:
    return json.dumps(_DOCUMENTS[name][1])


def secrets(name: str) -> list[str]:
    """What no file, prompt or message may hold of a tool's login."""
    return [TOKEN, f"planted-refresh-of-{name}", *([_jwt()] if name == "codex" else [])]


def expire(home: Path) -> None:
    """Let the tokens of a home be so old that they have to be renewed."""
    claude, codex = home / ".claude" / ".credentials.json", home / ".codex" / "auth.json"
    claude.write_text(claude.read_text().replace(str(FAR * 1000), "1000000000000"))
    codex.write_text(codex.read_text().replace(_DOCUMENTS["codex"][1]["last_refresh"], "2001-01-01T00:00:00Z"))


def plant(home: Path) -> Path:
    """Write the logins and the other secrets into a home; return it."""
    files = {path: json.dumps(document) for path, document in _DOCUMENTS.values()}
    files |= {
        ".gemini/google_accounts.json": json.dumps({"active": "somebody-of-gemini@example.org", "old": []}),
        ".ssh/id_ed25519": OTHER_SECRETS[0],
        ".qwen/oauth_creds.json": json.dumps({"access_token": OTHER_SECRETS[0]}),
        ".codex/history.jsonl": OTHER_SECRETS[1],
        ".netrc": OTHER_SECRETS[2],
        ".claude/settings.json": json.dumps({"env": {"X": OTHER_SECRETS[3]}}),
        ".gemini/settings.json": json.dumps({"env": {"X": OTHER_SECRETS[3]}}),
    }
    for name, text in files.items():
        file = home / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        file.chmod(0o600)
    return home
