"""The same change through every door to the judge: the command line, MCP, CI."""
