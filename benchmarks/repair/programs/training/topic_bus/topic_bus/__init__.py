from topic_bus.bus import Bus
from topic_bus.topics import matches

__all__ = ["Bus", "matches"]
