from import_graph.graph import ImportCycle, ImportGraph
from import_graph.reader import read_imports

__all__ = ["ImportCycle", "ImportGraph", "read_imports"]
