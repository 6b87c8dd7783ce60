from lz.codec import CorruptData, compress, decompress, ratio

__all__ = ["CorruptData", "compress", "decompress", "ratio"]
