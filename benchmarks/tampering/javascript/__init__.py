"""The same proof for projects in JavaScript, TypeScript and Go: patches judged by the static rules, then by a run of the framework."""
