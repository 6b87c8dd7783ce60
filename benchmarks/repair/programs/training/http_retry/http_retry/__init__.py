from http_retry.header import retry_after
from http_retry.policy import GiveUp, RetryPolicy, send

__all__ = ["GiveUp", "RetryPolicy", "retry_after", "send"]
