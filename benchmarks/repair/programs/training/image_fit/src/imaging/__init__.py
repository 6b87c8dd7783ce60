from imaging.geometry import Size, cover, fit
from imaging.variants import variants

__all__ = ["Size", "cover", "fit", "variants"]
