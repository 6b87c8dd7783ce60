"""Projects in other code locations: `TestfixProject` for YAML and Python, `TestfixResource` for ops and assets."""

from testfix_pipeline.defs.component.project_component import TestfixProject
from testfix_pipeline.defs.component.resource import TestfixResource

__all__ = ["TestfixProject", "TestfixResource"]
