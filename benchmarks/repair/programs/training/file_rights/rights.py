"""Rights of files as the nine bits of a mode."""

READ, WRITE, RUN = 4, 2, 1
WHO = {"u": 6, "g": 3, "o": 0}
LETTERS = {"r": READ, "w": WRITE, "x": RUN}


def mask(who, letters):
    """The bits of some letters for some of u, g, o; a stands for all of them."""
    bits = 0
    for person in "ugo" if who in ("", "a") else who:
        for letter in letters:
            bits |= LETTERS[letter] << WHO[person]
    return bits


def change(mode, order):
    """A mode after one order like `u+x`, `go-w`, `a=r`."""
    for sign in "+-=":
        if sign in order:
            who, _, letters = order.partition(sign)
            break
    else:
        raise ValueError(f"no order: {order}")
    if sign == "+":
        return mode | mask(who, letters)
    if sign == "-":
        return mode ^ mask(who, letters)
    return mode & ~mask(who, "rwx") | mask(who, letters)


def change_all(mode, orders):
    for order in orders.split(","):
        mode = change(mode, order.strip())
    return mode


def shown(mode):
    text = ""
    for shift in (6, 3, 0):
        part = mode >> shift & 7
        text += "r" if part & READ else "-"
        text += "w" if part & WRITE else "-"
        text += "x" if part & RUN else "-"
    return text


def may(mode, letter, owner, group):
    """Whether somebody may do it: the first of owner, group and others that fits decides."""
    who = "u" if owner else "g" if group else "o"
    return bool(mode & mask(who, letter))
