"""A trick taking game: players follow suit, trumps beat everything else."""

from cards import Card, hand


class IllegalMove(ValueError):
    """A card that must not be played now."""


class Trick:
    """The cards on the table, in the order in which they were played."""

    def __init__(self, trump=None):
        self.trump = trump
        self.plays = []

    @property
    def lead(self):
        """The suit that has to be followed, None as long as nothing is played."""
        return self.plays[0][1].suit if self.plays else None

    def add(self, player, card):
        self.plays.append((player, card))

    def strength(self, card):
        if card.suit == self.trump:
            return 100 + card.value
        return card.value

    def winner(self):
        player, _ = max(self.plays, key=lambda play: self.strength(play[1]))
        return player


class Game:
    """Hands are texts such as "AS TD 3C"; the player at seat 0 leads the first trick."""

    def __init__(self, hands, trump=None):
        self.hands = [hand(text) for text in hands]
        if len({len(cards) for cards in self.hands}) != 1:
            raise ValueError("all players need the same number of cards")
        self.trump = trump
        self.tricks = [0] * len(self.hands)
        self.turn = 0
        self.trick = Trick(trump)

    def legal(self, player):
        """The cards a player may play: of the suit that was led, if there are any."""
        cards = self.hands[player]
        following = [card for card in cards if card.suit == self.trick.lead]
        return following or list(cards)

    def play(self, text):
        """The player whose turn it is plays a card; returns who wins the trick, None before it is complete."""
        card = Card.parse(text)
        if card not in self.hands[self.turn]:
            raise IllegalMove(f"player {self.turn} doesn't have {card}")
        if card not in self.legal(self.turn):
            raise IllegalMove(f"player {self.turn} has to follow {self.trick.lead}")
        self.hands[self.turn].remove(card)
        self.trick.add(self.turn, card)
        if len(self.trick.plays) < len(self.hands):
            self.turn = (self.turn + 1) % len(self.hands)
            return None
        winner = self.trick.winner()
        self.tricks[winner] += 1
        self.turn = winner
        self.trick = Trick(self.trump)
        return winner

    @property
    def over(self):
        return not any(self.hands)

    def leaders(self):
        """The players with the most tricks."""
        most = max(self.tricks)
        return [player for player, tricks in enumerate(self.tricks) if tricks == most]
