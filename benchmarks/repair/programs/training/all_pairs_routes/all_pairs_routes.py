"""Shortest ways between all towns of a road map (Floyd and Warshall)."""

from math import inf


def shortest(towns, roads):
    """The distances and, of every pair, the first town to go to: two tables by start and end.

    roads are (town, town, length) and can be used both ways.
    """
    distance = {start: {end: 0 if start == end else inf for end in towns} for start in towns}
    step = {start: {} for start in towns}
    for one, other, length in roads:
        for start, end in ((one, other), (other, one)):
            if length < distance[start][end]:
                distance[start][end] = length
                step[start][end] = end
    for via in towns:
        for start in towns:
            for end in towns:
                through = distance[start][via] + distance[via][end]
                if through < distance[start][end]:
                    distance[start][end] = through
    return distance, step


def route(step, start, end):
    """The towns from start to end, both included; None where no road leads there."""
    way = [start]
    while way[-1] != end:
        if end not in step[way[-1]]:
            return None
        way.append(step[way[-1]][end])
    return way
