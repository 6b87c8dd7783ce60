"""Access by rules on scopes such as "docs:reports:read"; * stands for any one part."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Rule:
    pattern: str
    allow: bool

    def covers(self, scope):
        parts, wanted = self.pattern.split(":"), scope.split(":")
        return len(parts) == len(wanted) and all(part in ("*", want) for part, want in zip(parts, wanted))

    @property
    def named_parts(self):
        return sum(part != "*" for part in self.pattern.split(":"))


def parse(lines):
    """Rules from lines such as "+docs:*:read" (allow) and "-docs:secret:*" (deny)."""
    return [Rule(line[1:], line[0] == "+") for line in lines]


def allowed(rules, scope):
    """What the rule with most named parts says; a denial wins a tie, and without a rule nothing is allowed."""
    fitting = [rule for rule in rules if rule.covers(scope)]
    if not fitting:
        return False
    return max(fitting, key=lambda rule: (rule.named_parts, rule.allow)).allow
