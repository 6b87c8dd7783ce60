from lease_queue.message import Message, StaleReceipt
from lease_queue.queue import LeaseQueue

__all__ = ["LeaseQueue", "Message", "StaleReceipt"]
