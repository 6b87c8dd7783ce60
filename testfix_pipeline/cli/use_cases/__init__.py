"""The work of the commands: plain functions that the command line, CI and MCP call."""
