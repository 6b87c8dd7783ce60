"""A toolbar with numbered slots that can be chosen and used by keys."""

from functools import partial


class Toolbar:
    """Tools in slots; key 1 chooses the first slot, ctrl+1 uses it without choosing it."""

    def __init__(self, keymap, tools):
        if len(tools) > 9:
            raise ValueError("at most nine tools")
        self.tools = list(tools)
        self.selected = 0
        self.used = []
        for slot in range(len(self.tools)):
            keymap.bind(str(slot + 1), partial(self.select, slot))
            keymap.bind(f"ctrl+{slot + 1}", lambda: self.use(slot))
        keymap.bind("tab", self.next)
        keymap.bind("shift+tab", self.previous)
        keymap.bind("enter", self.use)

    @property
    def tool(self):
        return self.tools[self.selected]

    def select(self, slot):
        self.selected = slot

    def next(self):
        self.selected = (self.selected + 1) % len(self.tools)

    def previous(self):
        self.selected = (self.selected - 1) % len(self.tools)

    def use(self, slot=None):
        """Use the tool in a slot, the selected one if none is named."""
        self.used.append(self.tool if slot is None else self.tools[slot])
