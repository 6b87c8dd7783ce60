"""What to pack: the most worth within a weight."""


def best_worth(things, most):
    """The highest worth; things are (name, weight, worth), each is there once."""
    worths = [0] * (most + 1)
    for _, weight, worth in things:
        for room in range(weight, most + 1):
            worths[room] = max(worths[room], worths[room - weight] + worth)
    return worths[most]


def pack(things, most):
    """The names of a best choice."""
    chosen = []
    rest = list(things)
    while rest:
        name, weight, worth = rest.pop(0)
        if weight <= most and best_worth(rest, most - weight) + worth >= best_worth(rest, most):
            chosen.append(name)
            most -= weight
    return chosen


def weight_of(names, things):
    weights = {name: weight for name, weight, _ in things}
    return sum(weights[name] for name in names)


def per_kilo(things):
    """Names by worth for each kilo, the best first."""
    return [name for name, weight, worth in sorted(things, key=lambda t: (-t[2] / t[1], t[0]))]
