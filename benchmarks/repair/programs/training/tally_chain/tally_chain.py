"""A ledger whose entries are chained by their digests."""
import hashlib
import json
from dataclasses import asdict, dataclass

GENESIS = "0" * 64


class ChainError(Exception):
    pass


@dataclass(frozen=True)
class Entry:
    index: int
    account: str
    amount: int
    memo: str
    previous: str
    digest: str = ""

    def compute_digest(self):
        fields = asdict(self)
        del fields["digest"]
        return hashlib.sha256(json.dumps(fields, sort_keys=True).encode()).hexdigest()


class TallyChain:
    def __init__(self):
        self._entries = []
        self._balances = {}

    def __len__(self):
        return len(self._entries)

    @property
    def head(self):
        """Digest of the last entry."""
        return self._entries[-1].digest if self._entries else GENESIS

    def _apply(self, entry):
        self._balances[entry.account] = self.balance(entry.account) + entry.amount

    def _recount(self):
        self._balances = {}
        for entry in self._entries:
            self._apply(entry)

    def balance(self, account):
        return self._balances.get(account, 0)

    def accounts(self):
        """The accounts that hold anything, in order of name."""
        return sorted(a for a, amount in self._balances.items() if amount)

    def post(self, account, amount, memo=""):
        if self.balance(account) + amount < 0:
            raise ChainError(f"{account} has only {self.balance(account)}")
        draft = Entry(len(self._entries), account, amount, memo, self.head)
        entry = Entry(**{**asdict(draft), "digest": draft.compute_digest()})
        self._entries.append(entry)
        self._apply(entry)
        return entry.digest

    def transfer(self, source, target, amount):
        if amount <= 0:
            raise ChainError("nothing to transfer")
        self.post(source, -amount, f"to {target}")
        return self.post(target, amount, f"from {source}")

    def find(self, digest):
        """Index of the entry with that digest."""
        for entry in self._entries:
            if entry.digest == digest:
                return entry.index
        raise ChainError("no such entry")

    def rollback(self, digest):
        """Drops all that was posted after the entry with that digest."""
        keep = 0 if digest == GENESIS else self.find(digest) + 1
        dropped = self._entries[keep:]
        self._entries = self._entries[:keep]
        return [entry.memo for entry in dropped]

    def first_bad(self):
        """Index of the first entry that breaks the chain, None if it is whole."""
        previous = GENESIS
        for position, entry in enumerate(self._entries):
            if entry.index != position or entry.previous != previous:
                return position
            if entry.digest != entry.compute_digest():
                return position
            previous = entry.digest
        return None

    def dump(self):
        return json.dumps([asdict(entry) for entry in self._entries])

    @classmethod
    def load(cls, text):
        chain = cls()
        chain._entries = [Entry(**fields) for fields in json.loads(text)]
        bad = chain.first_bad()
        if bad is not None:
            raise ChainError(f"entry {bad} is broken")
        chain._recount()
        return chain

    def history(self, account):
        return [(entry.amount, entry.memo) for entry in self._entries if entry.account == account]
