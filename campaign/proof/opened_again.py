"""Works out again how a campaign or what-if begins, from what its first facts hold. Pure."""

import re
from collections.abc import Iterable, Iterator, Sequence

from campaign.disputes import taken_over
from campaign.history.diff import Difference, differences
from campaign.kernel.decisions import Refused
from campaign.kernel.members import HOST, Campaign
from campaign.kernel.new_campaign import SeedChain
from campaign.kernel.opening import untitled
from campaign.kernel.system import AnySystem
from campaign.proof.acts_compared import difference
from events import codec
from events.base import Event, public_type, unstamped
from events.campaign import CampaignOpened, MemberEnrolled, PowerAssigned
from events.disputes import Branched

_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,62}")

# --- campaigns ----------------------------------------------------------------------------------


def opened_again(system: AnySystem, run: Sequence[Event]) -> str:
    """What differs if a campaign is set up again from what its first facts hold."""
    opened = run[0]
    assert isinstance(opened, CampaignOpened)
    request = system.audit.request_of(run, False)
    if request is None:
        return "the opening does not hold the scenario that it was set up from"
    if opened.by != HOST or opened.key:
        return f"a campaign is opened by {HOST}, and not by {opened.by or 'nobody'}"
    decision = untitled(opened.title) or system.rules.open(request, _chain_of(opened))
    if isinstance(decision, Refused):
        return f"`campaign start` would be refused: {decision.reason}"
    then = [unstamped(event) for event in run]
    now = [system.codec.decode(codec.encode(event)) for event in decision]
    return difference(then, now) if now != then else ""


def set_up_by_the_club(system: AnySystem, run: Sequence[Event]) -> tuple[Difference, ...]:
    """Where the club's own set-up differs from its scenario: each field before and after."""
    opened = run[0]
    assert isinstance(opened, CampaignOpened)
    request = system.audit.request_of(run, True)
    decision = system.rules.open(request, _chain_of(opened)) if request else ()
    if isinstance(decision, Refused):
        return ()
    found = [
        difference
        for was, event in _pairs(decision, run)
        for difference in differences(codec.fields(was), codec.fields(event))
        if not difference.where.startswith("overrides")
    ]
    return tuple(found)


def _pairs(plain: Sequence[Event], run: Sequence[Event]) -> Iterator[tuple[Event, Event]]:
    """Pairs of events of one kind, from a plain opening and the club's; each kind occurs once."""
    by_kind = {type(event): event for event in run}
    for event in plain:
        if not isinstance(event, MemberEnrolled | PowerAssigned) and type(event) in by_kind:
            yield event, by_kind[type(event)]


def _chain_of(opened: CampaignOpened) -> SeedChain:
    return SeedChain(opened.id, opened.seed_anchor, opened.seed_links, opened.seed_sealed)


# --- what-ifs -----------------------------------------------------------------------------------


def what_if(
    system: AnySystem,
    origin: Campaign,
    begun: Branched,
    dealt: Sequence[Event],
    past: Iterable[tuple[int, Event]],
) -> Iterator[str]:
    """A what-if begins at a member's request, with its own chain and its own secrets.

    Its past is a copy without ciphertexts and keys, so its digests differ.
    """
    for version, event in past:
        if field := taken_over.left(event):
            text = f"its event {version} holds what a what-if does not take over"
            yield f"{text} ({field.replace('_', ' ')})"
            break
    if begun.head == begun.prev:
        yield "the event before it has the digest that it has in the origin, and is no copy"
    if begun.by != begun.maker or begun.maker not in origin.members:
        yield f"{begun.maker} is no member who made it"
    if begun.name == origin.name:
        yield "it bears the name of the campaign that it comes from"
    if begun.origin != origin.name:
        yield f"it comes from {begun.origin}, and this is {origin.name}"
    if not _NAME.fullmatch(begun.name):
        yield "its name is none: it needs lower-case letters, digits and hyphens"
    hexes = ((begun.head, 64), (begun.id, 32), (begun.seed_anchor, 64))
    if begun.seed_links < 1 or not all(_hex(text, length) for text, length in hexes):
        yield "it has no digest of its origin, or no seeds of its own"
    kinds = [type(event) for event in dealt]
    if len(set(kinds)) < len(kinds) or not {*kinds} <= {*system.audit.dealt}:
        yield f"it does not begin with {', '.join(map(public_type, dealt))}"


def _hex(text: str, length: int) -> bool:
    return len(text) == length and set(text) <= set("0123456789abcdef")
