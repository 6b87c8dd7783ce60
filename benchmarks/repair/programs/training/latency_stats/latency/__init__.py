from latency.report import summary, worst_endpoints
from latency.stats import mean, percentile, spread

__all__ = ["mean", "percentile", "spread", "summary", "worst_endpoints"]
