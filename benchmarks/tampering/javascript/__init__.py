"""The same proof for projects in JavaScript, TypeScript and Go: judged by the static rules, then by a run."""
