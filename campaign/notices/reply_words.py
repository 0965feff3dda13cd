"""The words that a request can be answered by mail with: one for each answer, made for one seat
and one request.

On a lock screen, in a quoted answer or in the club's mailbox they show no choice to the eye. They
are drawn under the vault's key, so nobody can work out which word stands for which answer.

The list's words have 4 to 8 letters, and no two of them differ by a single letter. It never
changes: the letters that are on their way depend on its order.
"""

import hashlib
import hmac
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files

from campaign.kernel.notices import OneAnswer, Owed

COUNT = 4096
"""How many words the list has."""
MOST_SEATS = 16
"""The words of a request are shared out among so many seats, so that one member who plays several
never gets a word twice. A larger game shares out some of them twice."""
HEADER = "campaign-tracker reply word 1"


@cache
def word_list() -> tuple[str, ...]:
    """All words, in the order of the file."""
    text = (files("campaign.notices") / "reply_words.txt").read_text(encoding="utf-8")
    lines = (line for line in text.splitlines() if not line.startswith("#"))
    return tuple(word.upper() for line in lines for word in line.split())


def word(
    key: bytes,
    campaign_id: str,
    draw: str,
    seat: str,
    value: str,
    among: Sequence[str] = (),
    seats: Sequence[str] = (),
) -> str:
    """The word for one answer to a request. `draw` names the request, `among` its answers.

    `seats` are those of the campaign, in its order.
    """
    return request_words(key, campaign_id, draw, seat, (*among, value), seats)[value]


def request_words(
    key: bytes,
    campaign_id: str,
    draw: str,
    seat: str,
    values: Sequence[str],
    seats: Sequence[str] = (),
) -> dict[str, str]:
    """The word for each answer to a request, all different."""
    first, step = (seats.index(seat) % MOST_SEATS, MOST_SEATS) if seat in seats else (0, 1)
    own = word_list()[first::step]
    found: dict[str, str] = {}
    for value in sorted(set(values)):
        tried = 0
        while (drawn := own[_number(key, campaign_id, draw, seat, value, tried) % len(own)]) in (
            *found.values(),
        ):
            tried += 1
        found[value] = drawn
    return found


def _number(key: bytes, campaign_id: str, draw: str, seat: str, value: str, tried: int) -> int:
    parts = (HEADER, campaign_id, draw, seat, value, str(tried))
    text = "".join(f"{len(part)}:{part}\n" for part in parts).encode()
    return int.from_bytes(hmac.new(key, text, hashlib.sha256).digest()[:8], "big")


class ReplyWords:
    """The words of one campaign's requests. Without a key there are none."""

    def __init__(self, key: bytes, campaign_id: str, seats: Sequence[str]) -> None:
        self._key = key
        self._campaign_id = campaign_id
        self._seats = tuple(seats)

    def __call__(self, owed: Owed, answer: OneAnswer) -> str:
        """The word for an answer; empty where there is no key."""
        return self.of(owed).get(answer.value, "")

    def of(self, owed: Owed) -> Mapping[str, str]:
        """The words of a request, by the value of their answer."""
        if not self._key:
            return {}
        values = [answer.value for answer in owed.answers]
        return request_words(
            self._key, self._campaign_id, owed.occasion, owed.seat, values, self._seats
        )
