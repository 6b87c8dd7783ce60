"""Coding command lines as callers: Gemini CLI, Qwen Code, Codex CLI, Claude Code, opencode, Copilot CLI."""
