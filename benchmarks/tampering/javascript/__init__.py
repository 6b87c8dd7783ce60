"""The same proof for JavaScript, TypeScript and Go: patches judged by static rules, then by a run of the framework."""
