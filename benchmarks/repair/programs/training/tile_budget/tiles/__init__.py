from tiles.cache import TileCache
from tiles.source import TileSource

__all__ = ["TileCache", "TileSource"]
