"""Read a small build file and find out what has to be made, in which order."""

from dataclasses import dataclass, field


class BuildError(Exception):
    """The build file is wrong or can't be followed."""


@dataclass
class Rule:
    target: str
    needs: list[str]
    commands: list[str] = field(default_factory=list)


def parse(text):
    """Rules by target: `target: need need`, commands indented below."""
    rules = {}
    current = None
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        if line[0] in " \t":
            if current is None:
                raise BuildError(f"line {number}: a command without a target")
            current.commands.append(line.strip())
            continue
        target, colon, needs = line.partition(":")
        if not colon:
            raise BuildError(f"line {number}: no colon")
        current = Rule(target.strip(), needs.split())
        if current.target in rules:
            raise BuildError(f"line {number}: {current.target} again")
        rules[current.target] = current
    return rules


def order(rules, goal):
    """Everything the goal needs, and the goal, each after what it needs itself. Sources that have no rule count too."""
    done = []
    path = []

    def visit(name):
        if name in path:
            circle = [*path[path.index(name):], name]
            raise BuildError("circle: " + " > ".join(circle))
        if name in done:
            return
        path.append(name)
        for need in rules[name].needs if name in rules else ():
            visit(need)
        done.append(name)

    visit(goal)
    return done


def stale(rules, goal, modified):
    """The targets that have to be made again; `modified` maps names that exist to times."""
    old = []
    for name in order(rules, goal):
        if name not in rules:
            if name not in modified:
                raise BuildError(f"nothing makes {name}")
            continue
        needs = rules[name].needs
        if (
            name not in modified
            or any(need in old for need in needs)
            or any(modified[need] > modified[name] for need in needs)
        ):
            old.append(name)
    return old


def script(rules, goal, modified):
    """The commands to run."""
    return [command for name in stale(rules, goal, modified) for command in rules[name].commands]
