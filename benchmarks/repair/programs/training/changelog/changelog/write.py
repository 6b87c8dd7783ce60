from changelog.commits import parse_commit

TITLES = {"feat": "Added", "fix": "Fixed", "perf": "Faster"}


def next_version(version, messages):
    """What a version becomes after these commits."""
    major, minor, patch = (int(part) for part in version.split("."))
    commits = [parse_commit(message) for message in messages]
    if any(commit.breaking for commit in commits):
        return f"{major + 1}.0.0"
    if any(commit.kind == "feat" for commit in commits):
        return f"{major}.{minor + 1}.0"
    return f"{major}.{minor}.{patch + 1}" if commits else version


def _line(commit):
    scope = f"{commit.scope}: " if commit.scope else ""
    issues = f" (#{', #'.join(commit.issues)})" if commit.issues else ""
    return f"- {scope}{commit.text}{issues}"


def changelog(version, messages):
    """Markdown for a release; kinds without a title are left out unless they break something."""
    commits = [parse_commit(message) for message in messages]
    sections = [("Breaking", [c for c in commits if c.breaking])]
    for kind, title in TITLES.items():
        sections.append((title, [c for c in commits if c.kind == kind and not c.breaking]))
    lines = [f"## {version}"]
    for title, members in sections:
        if members:
            lines += ["", f"### {title}", *map(_line, members)]
    return "\n".join(lines)
