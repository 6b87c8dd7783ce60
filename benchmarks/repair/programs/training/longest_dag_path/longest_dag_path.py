"""Longest chains in directed graphs without circles."""


def chain_length(graph, node, known={}):
    if node not in known:
        below = [chain_length(graph, after, known) for after in graph.get(node, ())]
        known[node] = 1 + max(below, default=0)
    return known[node]


def longest_chain(graph):
    """The number of nodes on the longest way through the graph."""
    return max((chain_length(graph, node) for node in graph), default=0)


def first_nodes(graph):
    """The nodes that no edge leads to, in order."""
    reached = {after for following in graph.values() for after in following}
    return sorted(set(graph) - reached)
