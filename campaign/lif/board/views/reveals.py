"""LiF 4.1(2), 4.1(5): the ballots or votes that were opened last, for everybody to see. Pure.

Who the leader was, who vetoed and at what price is said until the next draw.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal

from campaign.kernel.terminal.screens import Reveal, TableCard, Turned
from campaign.lif.board.promotions_board import COUNTED_VOTES, is_cast_veto
from campaign.lif.names import leader as named
from campaign.lif.names import the_countries, the_country
from campaign.lif.state import Opened, State, grouped
from campaign.text.english import capital, listed
from events.lif.board import Ballot, Vote

Tone = Literal["against", "for", "plain"]

SHORT: Mapping[str, str] = {"commonwealth": "C’wealth"}
"""Powers whose names are too long to stand below a marker on a phone."""
ACCOUNT = "Veto points now"

_HOW = {"absent": "not in", "cannot-pay": "could not pay", "withheld": "withheld"}
_NO_VETO: tuple[str, Tone] = "No veto", "plain"
_VETOES: Mapping[bool, tuple[str, Tone]] = {False: ("Veto", "against"), True: ("Support", "for")}
"""A veto, by whether the power is on the leader's own side."""
_VOTES: Mapping[str, tuple[str, Tone]] = {
    "another": ("Another", "for"),
    "stop": ("Stop", "against"),
    "abstain": ("Abstains", "plain"),
}
_STAMPS = {"promoted": "Promoted", "vetoed": "Vetoed", "another": "Go on", "closed": "Closed"}
_GOOD = ("promoted", "another")


def reveal(state: State, last: Opened, card: TableCard, following: str) -> Reveal:
    """What was opened last, with what it came to; `following` says what is next."""
    is_ballot = last.kind == "ballot"
    ballots = (_ballots_in_words(state, one) for one in state.opened if one.kind == "ballot")
    return Reveal(
        key=f"{last.kind}-{last.draw}-{last.at.translate(_PLAIN)}",
        at=last.at,
        card=card,
        stamp=_STAMPS.get(last.result, "Opened"),
        is_good=last.result in _GOOD,
        heading=_decided_by(last) if is_ballot else _counted(last),
        sentence=_ballots_in_words(state, last) if is_ballot else _votes_in_words(last),
        turned=tuple(_ballots(last) if is_ballot else _votes(last)),
        following=following,
        account=ACCOUNT,
        before="" if is_ballot else " ".join(ballots),
    )


_PLAIN = str.maketrans("", "", "-:.")
"""What a cookie need not hold of a moment."""


# --- markers turned over ------------------------------------------------------------------------


def _ballots(last: Opened) -> Iterator[Turned]:
    """LiF 4.1(2): each marker; a veto by the leader's own side is support."""
    for power, ballot in last.ballots.items():
        text, tone = _VETOES[power in last.backers] if is_cast_veto(ballot) else _NO_VETO
        yield _turned(last, power, text, tone, ballot)


def _votes(last: Opened) -> Iterator[Turned]:
    """LiF 4.1(5): each vote; whatever does not count has abstained."""
    for power, vote in last.votes.items():
        counts = vote.how in COUNTED_VOTES
        text, tone = _VOTES[vote.choice if counts else "abstain"]
        yield _turned(last, power, text, tone, vote)


def _turned(last: Opened, power: str, text: str, tone: Tone, marker: Ballot | Vote) -> Turned:
    paid = last.paid.get(power, 0)
    return Turned(
        seat=power,
        text=text,
        tone=tone,
        paid=paid,
        left=last.points.get(power, 0) - paid,
        how=_HOW.get(marker.how, ""),
        name=SHORT.get(power, ""),
    )


# --- in words -----------------------------------------------------------------------------------


def _cast(last: Opened, *, backing: bool) -> list[str]:
    """The powers whose veto, or whose support, took effect."""
    cast = (power for power, ballot in last.ballots.items() if is_cast_veto(ballot))
    return [power for power in cast if (power in last.backers) is backing]


def _decided_by(last: Opened) -> str:
    """LiF 4.1(2b): support by the leader's own side beats any number of vetoes."""
    against, backing = _cast(last, backing=False), _cast(last, backing=True)
    if not against:
        return "Nobody vetoed"
    if not backing:
        return f"Vetoed by {the_countries(against)}"
    whose = listed(f"{the_country(power)}’s" for power in backing)
    return capital(f"{whose} support beats {_BEATEN.get(len(against), f'{len(against)} vetoes')}")


_BEATEN = {1: "the veto", 2: "both vetoes"}


def _ballots_in_words(state: State, last: Opened) -> str:
    """Who was decided about, who vetoed and supported, and at what price."""
    against, backing = _cast(last, backing=False), _cast(last, backing=True)
    result = f" is {last.result}" if last.result else ": the ballots are open"
    sentences = [f"{named(last.leader, state.sheet)}{result}."]
    if against:
        sentences.append(f"{_paid('vetoed', against, last)}.")
    if backing:
        beats = ", which overrides every veto" if against else ""
        sentences.append(f"{_paid('supported him', backing, last)}{beats}.")
    sentences.append("Nobody else vetoed." if against else "Nobody vetoed.")
    sentences += _besides({power: ballot.how for power, ballot in last.ballots.items()})
    return " ".join(sentences)


def _voted(last: Opened, choice: str) -> list[str]:
    """The powers whose vote for a choice counts."""
    votes = last.votes.items()
    return [power for power, vote in votes if vote.choice == choice and vote.how in COUNTED_VOTES]


def _counted(last: Opened) -> str:
    """LiF 4.1(5): one stop ends the drawing, whoever asked for another leader."""
    asking, stopping = _voted(last, "another"), _voted(last, "stop")
    if stopping:
        return f"{capital(the_countries(stopping))} said stop"
    who = capital(the_countries(asking)) if asking else "Nobody"
    return f"{who} asked for another leader"


def _votes_in_words(last: Opened) -> str:
    """How the vote ended, who asked for what, and at what price."""
    is_over = last.result != "another"
    sentences = ["No other leader is drawn this turn." if is_over else "Another leader is drawn."]
    for choice, words in (("another", "asked for another leader"), ("stop", "said stop")):
        if cast := _voted(last, choice):
            sentences.append(f"{_paid(words, cast, last)}.")
    if len(sentences) == 1:
        sentences.append("Nobody asked for another leader.")
    sentences += _besides({power: vote.how for power, vote in last.votes.items()})
    return " ".join(sentences)


def _paid(did: str, powers: Iterable[str], last: Opened) -> str:
    """`Germany and Japan vetoed and paid 1 each`; who paid another price follows."""
    prices = grouped((last.paid.get(power, 0), the_country(power)) for power in powers)
    (price, first), *others = prices.items()
    text = f"{capital(listed(first))} {did} and paid {_price(price, first)}"
    more = [f"{listed(names)} {_price(other, names)}" for other, names in others]
    return ", ".join((text, *more))


def _price(price: int, powers: list[str]) -> str:
    if not price:
        return "nothing"
    return f"{price} each" if len(powers) > 1 else str(price)


def _besides(how: Mapping[str, str]) -> Iterator[str]:
    """Whose marker was missing, withheld or too dear."""
    for kind, text in (
        ("withheld", "Withheld on a device: {}."),
        ("absent", "Not in: {}."),
        ("cannot-pay", "Could not pay: {}."),
    ):
        powers = [the_country(power) for power, one in how.items() if one == kind]
        if powers:
            yield text.format(listed(powers))
