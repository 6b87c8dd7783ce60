"""What the commands do: plain functions that the command line, CI and MCP call."""
