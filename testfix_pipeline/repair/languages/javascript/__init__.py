"""JavaScript and TypeScript for the repair engine: syntax tree, edit producers, failure evidence."""
