"""Tasks sorted into the columns of a board."""

OTHER = "other"


def columns(tasks, names):
    """The titles of the tasks by column, in the order given; those with an unknown status are last under "other"."""
    board = dict.fromkeys(names, [])
    for task in tasks:
        status = task.get("status", OTHER)
        if status in board:
            board[status].append(task["title"])
        else:
            board.setdefault(OTHER, []).append(task["title"])
    return board


def summary(tasks, names):
    """One line with the number of tasks of every column that has some."""
    board = columns(tasks, names)
    return ", ".join(f"{name}: {len(titles)}" for name, titles in board.items() if titles)
