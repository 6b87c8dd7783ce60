from outbreak.network import Network
from outbreak.simulation import Outbreak

__all__ = ["Network", "Outbreak"]
