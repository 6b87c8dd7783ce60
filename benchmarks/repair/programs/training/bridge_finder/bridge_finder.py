"""Weak points of an undirected network: bridges and the parts between them.

Links have an id, several links may join the same two nodes.
"""
from collections import defaultdict


class Network:
    def __init__(self):
        self.links = {}
        self._adjacent = defaultdict(list)

    def add_node(self, node):
        self._adjacent[node]

    def link(self, link_id, a, b):
        if link_id in self.links:
            raise ValueError("link %r exists" % (link_id,))
        self.links[link_id] = (a, b)
        self._adjacent[a].append((link_id, b))
        if a != b:
            self._adjacent[b].append((link_id, a))

    @property
    def nodes(self):
        return list(self._adjacent)

    def bridges(self):
        """Ids of the links whose loss would disconnect their ends."""
        order, low, found = {}, {}, []

        def visit(node, came_by):
            order[node] = low[node] = len(order)
            for link_id, other in self._adjacent[node]:
                if other == came_by:
                    continue
                if other in order:
                    low[node] = min(low[node], order[other])
                    continue
                visit(other, node)
                low[node] = min(low[node], low[other])
                if low[other] > order[node]:
                    found.append(link_id)

        for node in self.nodes:
            if node not in order:
                visit(node, None)
        return sorted(found)

    def parts(self):
        """Groups of nodes which stay together whichever link is lost."""
        cut = set(self.bridges())
        seen, groups = set(), []
        for start in self.nodes:
            if start in seen:
                continue
            group, stack = [], [start]
            seen.add(start)
            while stack:
                node = stack.pop()
                group.append(node)
                for link_id, other in self._adjacent[node]:
                    if link_id not in cut and other not in seen:
                        seen.add(other)
                        stack.append(other)
            groups.append(sorted(group))
        return sorted(groups)

    def is_robust(self):
        return len(self.parts()) <= 1
