from eventbus.bus import EventBus, Subscription

__all__ = ["EventBus", "Subscription"]
