"""Builds pipelines from steps and runs texts through them."""

from steps import Step


class PipelineError(ValueError):
    """A description of a pipeline that makes no sense."""


class Pipeline:
    def __init__(self, name="", steps=[]):
        self.name = name
        self.steps = steps

    def then(self, name, *arguments):
        """Add a step by its name; returns the pipeline, so that calls can be chained."""
        if name not in Step.known:
            raise PipelineError(f"no such step: {name}")
        try:
            step = Step.known[name](*arguments)
        except TypeError as error:
            raise PipelineError(f"wrong arguments for {name}") from error
        self.steps.append(step)
        return self

    def extended(self, name, *arguments):
        """A new pipeline with one step more; this one stays as it is."""
        return Pipeline(self.name, list(self.steps)).then(name, *arguments)

    @classmethod
    def parse(cls, text):
        """A pipeline from lines such as `strip` or `replace a+ b`; the first line may be `pipeline NAME`."""
        steps = []
        name = ""
        for number, line in enumerate(text.strip().splitlines()):
            word, *arguments = line.split()
            if word == "pipeline":
                if number > 0:
                    raise PipelineError("the name has to come first")
                name = " ".join(arguments)
            else:
                steps.append((word, arguments))
        result = cls(name)
        for word, arguments in steps:
            result.then(word, *arguments)
        return result

    def _line(self, line):
        for step in self.steps:
            line = step.apply(line)
            if line is None:
                return None
        return line

    def run(self, text):
        for step in self.steps:
            step.reset()
        lines = (self._line(line) for line in text.splitlines())
        return "\n".join(line for line in lines if line is not None)

    def describe(self):
        names = " > ".join(step.name for step in self.steps) or "nothing"
        return f"{self.name}: {names}" if self.name else names
