"""Cheapest routes in a graph given as {node: {neighbour: cost}}."""

from heapq import heappop, heappush
from math import inf


def search(graph, start):
    """The least costs from the start, and the node before each one on its cheapest route."""
    costs = {start: 0}
    before = {}
    waiting = [(0, start)]
    while waiting:
        cost, node = heappop(waiting)
        for neighbour, length in graph.get(node, {}).items():
            total = cost + length
            if neighbour not in costs:
                costs[neighbour] = total
                before[neighbour] = node
                heappush(waiting, (total, neighbour))
    return costs, before


def cost_between(graph, start, goal):
    return search(graph, start)[0].get(goal, inf)


def route(graph, start, goal):
    """The nodes from start to goal, empty where there is no way."""
    costs, before = search(graph, start)
    if goal not in costs:
        return []
    nodes = [goal]
    while nodes[-1] != start:
        nodes.append(before[nodes[-1]])
    return nodes[::-1]
