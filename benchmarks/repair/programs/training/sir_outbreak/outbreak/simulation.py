"""A disease on a network, day by day: people are susceptible, then ill, then immune for good."""

from enum import Enum


class State(Enum):
    SUSCEPTIBLE = "S"
    ILL = "I"
    IMMUNE = "R"


class Outbreak:
    """Everybody ill infects the susceptible people they meet; an illness lasts for some days.

    chance(giver, taker) tells whether a meeting infects; by default each one does.
    """

    def __init__(self, network, days_ill=1, chance=lambda giver, taker: True):
        if days_ill < 1:
            raise ValueError("an illness lasts for a day at least")
        self.network = network
        self.days_ill = days_ill
        self.chance = chance
        self.state = {person: State.SUSCEPTIBLE for person in network.people()}
        self.days_left = {}
        self.infected_by = {}
        self.day = 0

    def infect(self, person, giver=None):
        """Make somebody ill."""
        self.state[person] = State.ILL
        self.days_left[person] = self.days_ill
        self.infected_by[person] = giver

    def vaccinate(self, person):
        """Make somebody immune; those who are ill stay so."""
        if self.state[person] is State.SUSCEPTIBLE:
            self.state[person] = State.IMMUNE

    def step(self):
        """One day; gives the people who fell ill on it. They infect others from the next day on."""
        self.day += 1
        ill = sorted(self.days_left)
        new = {}
        for giver in ill:
            for taker in self.network.contacts(giver):
                if taker not in new and self.chance(giver, taker):
                    new[taker] = giver
        for person in ill:
            self.days_left[person] -= 1
            if not self.days_left[person]:
                del self.days_left[person]
                self.state[person] = State.IMMUNE
        for person, giver in new.items():
            self.infect(person, giver)
        return sorted(new)

    def run(self, limit=100):
        """Days until nobody is ill, at most the limit."""
        while self.days_left and self.day < limit:
            self.step()
        return self.day

    def counts(self):
        """How many people are susceptible, ill and immune."""
        states = list(self.state.values())
        return tuple(states.count(state) for state in State)

    def chain(self, person):
        """From whom to whom the illness came to a person."""
        chain = [person]
        while self.infected_by.get(chain[0]) is not None:
            chain.insert(0, self.infected_by[chain[0]])
        return chain
