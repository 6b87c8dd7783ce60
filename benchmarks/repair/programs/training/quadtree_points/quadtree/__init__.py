from quadtree.rect import Rect
from quadtree.tree import QuadTree

__all__ = ["QuadTree", "Rect"]
