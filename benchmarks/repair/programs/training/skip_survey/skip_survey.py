"""A survey whose answers decide which questions come next."""
from dataclasses import dataclass, field

END = "end"


@dataclass
class Rule:
    """Go to a question if the answer is one of the values."""

    values: set
    target: str

    def matches(self, answer):
        given = answer if isinstance(answer, list) else [answer]
        return any(value in self.values for value in given)


@dataclass
class Question:
    id: str
    text: str
    choices: list = None
    multiple: bool = False
    required: bool = True
    rules: list = field(default_factory=list)

    def clean(self, raw):
        """The answer in its normal form; ValueError if it isn't allowed."""
        parts = raw.split(",") if self.multiple else [raw]
        parts = [part.strip().lower() for part in parts]
        parts = [part for part in parts if part]
        if not parts:
            if self.required:
                raise ValueError("an answer is required")
            return None
        if self.choices is not None:
            for part in parts:
                if part not in self.choices:
                    raise ValueError(f"{part!r} is no choice")
        return parts if self.multiple else parts[0]


class Survey:
    def __init__(self, questions):
        self.questions = {question.id: question for question in questions}
        self.order = [question.id for question in questions]

    def following(self, id, answer):
        """The id of the question after this one, END after the last."""
        for rule in self.questions[id].rules:
            if rule.matches(answer):
                return rule.target
        position = self.order.index(id) + 1
        return self.order[position] if position < len(self.order) else END


class Response:
    """One person's answers. Answers to questions now skipped are kept, in case
    that the person changes their mind."""

    def __init__(self, survey):
        self.survey = survey
        self.answers = {}

    def path(self):
        """Ids of the questions to be asked, up to the first one still open."""
        ids = []
        current = self.survey.order[0] if self.survey.order else END
        while current != END:
            ids.append(current)
            if current not in self.answers:
                break
            current = self.survey.following(current, self.answers[current])
        return ids

    @property
    def current(self):
        """The open question, None when the survey is finished."""
        ids = self.path()
        if ids and ids[-1] not in self.answers:
            return self.survey.questions[ids[-1]]
        return None

    def answer(self, raw, id=None):
        """Answer the open question, or change the answer of one on the path."""
        if id is None:
            if self.current is None:
                raise LookupError("the survey is finished")
            id = self.current.id
        elif id not in self.path():
            raise LookupError(f"{id} isn't asked")
        self.answers[id] = self.survey.questions[id].clean(raw)

    def result(self):
        """The answers that count, in the order of asking."""
        return {id: self.answers[id] for id in self.path() if id in self.answers}

    def progress(self):
        """(given, asked): how many of the questions asked so far have an answer."""
        return len(self.answers), len(self.path())


def tally(responses, id):
    """How often each answer of a question was given in finished responses."""
    counts = {}
    for response in responses:
        if response.current is not None:
            continue
        answer = response.result().get(id)
        for value in answer if isinstance(answer, list) else [answer]:
            if value is not None:
                counts[value] = counts.get(value, 0) + 1
    return counts
