"""Each coding command line against every fault of a model's server."""
