"""What the benchmarks of the repair engine on small programs share, whatever their language."""
