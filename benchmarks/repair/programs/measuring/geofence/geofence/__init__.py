from geofence.box import Box
from geofence.fence import Fence, Tracker

__all__ = ["Box", "Fence", "Tracker"]
