"""Many campaigns made at once: copies of one that was really played, each with an id of its own.

A copy is what the same evening would have left under another id: another chain of seeds, every
commitment and everything sealed made anew, both chains linked again. `verify` holds for it. Only
times, choices and nonces are those of the pattern.
"""

import re
from hashlib import sha256

import msgspec
from msgspec.structs import replace

from campaign.kernel.decisions import SealWish
from campaign.kernel.draws import link
from campaign.kernel.opening import SeedChain
from campaign.store import outlines
from campaign.store.ledger import Ledger
from campaign.store.outlines import Outline
from campaign.store.protocol import Row, StoredOutline
from campaign.store.vault import Vault
from campaign.verify import receipts
from campaign.verify.receipts import Kept
from events import chain
from events.campaign import CampaignOpened, TurnBegan
from events.lif.board import BallotSealed, VoteSealed
from events.sealed import Opening, Subject, commit

_HEX = re.compile(rb"[0-9a-f]{32,}")
"""Ids, digests, seeds, commitments and ciphertexts: whatever can be another in a copy."""
_SALT = 2 * receipts.SALT_BYTES

Values = list[bytes]
"""What a copy has in the places where it differs, by the number of the place."""


class Laid(msgspec.Struct, frozen=True):
    """A campaign as it is stored."""

    name: str
    rows: list[Row]
    keys: list[tuple[str, int, int]]
    receipts: list[Kept]
    salts: list[tuple[int, str]]
    about: Outline

    @property
    def outline(self) -> StoredOutline:
        """What is kept to be said of it at one look."""
        return outlines.written(self.about, self.rows[-1][0], self.head)

    @property
    def head(self) -> str:
        """The digest of its last event."""
        return chain.head(self.rows[-1][2])

    @property
    def paper(self) -> str:
        """The digest of its last receipt."""
        return chain.head(self.receipts[-1][1]) if self.receipts else ""


class _Piece(msgspec.Struct, frozen=True):
    """The JSON of an event or a receipt, with places for what differs."""

    form: bytes
    places: tuple[int, ...]
    digest: int
    """The place of its own digest."""

    def sealed(self, values: Values) -> bytes:
        """Its stored bytes in a copy; whatever comes later finds its digest among the values."""
        body = self.form % tuple([values[place] for place in self.places])
        values[self.digest] = digest = sha256(body).hexdigest().encode()
        return b"%b\n%b" % (body, digest)


class _Marker(msgspec.Struct, frozen=True):
    """Something sealed, opened by the vault: to be sealed again for a copy."""

    kind: str
    draw: int
    power: str
    opening: Opening
    commitment: int
    ciphertext: int


class Pattern:
    """A campaign to be copied, as it is now."""

    def __init__(self, ledger: Ledger, name: str) -> None:
        self._vault = Vault(ledger.vault.path)  # asks no database before it seals
        store = ledger.store
        self.rows = list(store.rows(name))
        self.version = self.rows[-1][0]
        self._id: str = ledger.live(name).state.campaign.id
        self._places: dict[bytes, int] = {}
        self._markers: list[_Marker] = []
        self._seeds: list[tuple[int, int]] = []
        """The place of each seed revealed, with its number."""
        opened = next(ledger.behind(name, 0))[1]
        assert isinstance(opened, CampaignOpened)
        self._chain = SeedChain(self._id, opened.seed_anchor, opened.seed_links, opened.seed_sealed)
        for text in (self._id, opened.seed_anchor, opened.seed_sealed):
            self._place(text)
        self._find(ledger, name)
        self._named = f'"campaign":"{name}"'.encode()
        self._events = [(kind, self._piece(stored)) for _, kind, stored in self.rows]
        self._papers = [(number, self._piece(stored)) for number, stored in store.receipts(name)]
        kept = [(number, receipts.read(stored)) for number, stored in store.receipts(name)]
        assert not any(receipt.sealed for _, receipt in kept), "refusals are not copied"
        self._about = outlines.outline(ledger.live(name))
        self._salts = [
            (number, self._vault.open_text(sealed, receipts.salt_label(self._id, receipt)), receipt)
            for number, receipt in kept
            if (sealed := store.salt(name, number))
        ]
        keys = {event.key for _, event in ledger.behind(name, 0) if event.key}
        found = [(key, store.versions_of(name, key)) for key in sorted(keys)]
        self._keys = [(key, *span) for key, span in found if span is not None]

    def _place(self, text: str | bytes) -> int:
        """The number of a place, by what the pattern has there."""
        key = text.encode() if isinstance(text, str) else text
        return self._places.setdefault(key, len(self._places))

    def _find(self, ledger: Ledger, name: str) -> None:
        """Finds what has to be made anew: what is sealed, and the seeds."""
        for _, event in ledger.behind(name, 0):
            match event:
                case BallotSealed() | VoteSealed():
                    kind = "ballot" if isinstance(event, BallotSealed) else "vote"
                    subject = Subject(self._id, kind, event.draw, event.power)
                    opening = self._vault.open(subject, event.sealed)
                    assert commit(subject, opening) == event.commitment
                    places = (self._place(event.commitment), self._place(event.sealed))
                    self._markers.append(_Marker(kind, event.draw, event.power, opening, *places))
                case TurnBegan(seed_revealed=seed) if seed:
                    number = len(self._seeds) + 1
                    assert self._vault.seed(self._chain, number) == seed
                    self._seeds.append((self._place(seed), number))

    def _piece(self, stored: bytes) -> _Piece:
        """A row of the pattern with places for whatever is known to differ so far."""
        places: list[int] = []

        def found(match: re.Match[bytes]) -> bytes:
            place = self._places.get(match[0])
            if place is None:
                return match[0]
            places.append(place)
            return b"%b"

        body = chain.body(stored).replace(b"%", b"%%")
        form = _HEX.sub(found, body)
        if self._named in form:
            form = form.replace(self._named, b'"campaign":"%b"')
            places.insert(0, self._place(b"name"))
        return _Piece(form, tuple(places), self._place(chain.head(stored)))

    def copy(self, name: str) -> Laid:
        """The same under another name, with an id of its own."""
        made = self._vault.new_chain(self._chain.links)
        values: Values = [b""] * len(self._places)
        places = self._places
        values[places[b"name"]] = name.encode()
        for before, now in (
            (self._id, made.campaign_id),
            (self._chain.anchor, made.anchor),
            (self._chain.sealed, made.sealed),
        ):
            values[places[before.encode()]] = now.encode()
        self._fill_seeds(values, made)
        for marker in self._markers:
            subject = Subject(made.campaign_id, marker.kind, marker.draw, marker.power)
            wish = SealWish(subject, marker.opening.choice, marker.opening.nonce)
            sealed = self._vault.seal(wish)
            values[marker.commitment] = sealed.commitment.encode()
            values[marker.ciphertext] = sealed.ciphertext.encode()
        rows = [
            (version, kind, piece.sealed(values))
            for version, (kind, piece) in enumerate(self._events, 1)
        ]
        papers = [(number, piece.sealed(values)) for number, piece in self._papers]
        seal = self._vault.seal_text
        salts = [
            (number, seal(salt, receipts.salt_label(made.campaign_id, receipt), _SALT))
            for number, salt, receipt in self._salts
        ]
        about = replace(
            self._about,
            campaign=name,
            id=made.campaign_id,
            seed_anchor=made.anchor,
            seed_sealed=made.sealed,
        )
        return Laid(name, rows, self._keys, papers, salts, about)

    def _fill_seeds(self, values: Values, made: SeedChain) -> None:
        """The seeds that a copy has revealed: each is one hashing of the next."""
        seed = self._vault.seed(made, len(self._seeds)) if self._seeds else ""
        for place, number in reversed(self._seeds):
            values[place] = seed.encode()
            seed = link(seed) if number > 1 else ""
