"""A position from paper stated again: nothing else is on record, so it needs no ruling. Pure."""

from collections.abc import Iterable, Iterator, Sequence

from campaign.disputes.commands import AmendEvent, Correct
from campaign.disputes.impact import RULE
from campaign.history.acts import acts_of
from campaign.history.effective import Logged, effective
from campaign.history.timeline import Base
from campaign.kernel.decisions import Refused, bad_field
from campaign.kernel.members import Campaign
from campaign.kernel.opening import StatedPosition
from campaign.kernel.system import AnySystem
from campaign.text.english import listed
from campaign.text.json_values import JsonFields, JsonObject
from events import codec
from events.base import Event, topic
from events.campaign import CampaignOpened, MemberEnrolled, PowerAssigned, TurnBegan
from events.disputes import EventAmended

STATED = ".PositionStated"
"""How the topic ends of the event with all that a club stated, in every game."""
_GIVEN = frozenset(
    ("campaign", "id", "title", "game", "seed_anchor", "seed_links", "seed_sealed")
)  # fmt: skip
"""What of an opening nobody states."""
_PEOPLE = frozenset(("member", "members", "commanders"))
"""Members have ids of their own where names are kept apart; so they are not compared."""

_PROVED = ("stated_by", "digest")
"""Who stated a position, and of which sheet they can prove it."""

ANY = AmendEvent(by="", dispute="", version=1, fields={}, seen="0" * 64)
"""Reads the whole log, as stating a position again does."""


def may_restate(campaign: Campaign, command: Correct) -> Refused | None:
    """Taking over: who may amend an event without a ruling: a host, and nothing but amend it."""
    if not isinstance(command, AmendEvent):
        return Refused(RULE, "name the ruling that the correction rests on")
    if not campaign.is_host(command.by):
        return Refused(RULE, "a host states the position again; others raise a dispute")
    return None


def not_alone(
    system: AnySystem, command: Correct, past: Sequence[Logged], base: Base
) -> Refused | None:
    """Taking over: only the position is stated again, until anything else is recorded."""
    acts = [] if base[0] else list(acts_of(effective(system.codec, past)))
    later = [event for act in acts[1:] for event in act.events]
    if not acts or not all(map(_is_restated, later)):
        return Refused(RULE, "more is on record by now; raise a dispute about the position")
    stated = {one.version for one in acts[0].placed if is_position(one.event)}
    if not isinstance(command, AmendEvent) or command.version not in stated:
        return Refused(RULE, "only a position taken over from paper is stated again")
    return None


def _is_restated(event: Event) -> bool:
    return isinstance(event, EventAmended) and not event.dispute


def in_anothers_name(
    command: AmendEvent, event: Event, was: JsonFields, now: JsonFields
) -> Refused | None:
    """Taking over: whoever states a position again does so in their own name, by their own sheet.

    A ruling may leave both as they were, and so may a record that has nobody's name.
    """
    if not is_position(event):
        return None
    is_as_it_was = all(now[key] == was[key] for key in _PROVED)
    if is_as_it_was and (command.dispute or not was["stated_by"]):
        return None
    if now["stated_by"] != command.by:
        return bad_field("fields", f"stated_by is {command.by}, who states the position")
    if now["digest"] and now["digest"] == was["digest"]:
        return bad_field("fields", "digest is of the sheet before; state the position by a sheet")
    return None


def is_position(event: Event) -> bool:
    """Whether an event has all that a club stated of a campaign on paper."""
    return topic(event).endswith(STATED)


def statements(log: Iterable[Logged]) -> Iterator[tuple[int, str, str]]:
    """Each statement of a position: its event, who stated it, and the digest of their sheet."""
    for version, event in log:
        fields = event.event if isinstance(event, EventAmended) else codec.fields(event)
        if is_position(event) or str(fields.get("type", "")).endswith(STATED):
            yield version, str(fields.get("stated_by", "")), str(fields.get("digest", ""))


def file_of(system: AnySystem, past: Sequence[Logged]) -> str:
    """The club's own file that a campaign opened with, such as its rules; empty without one."""
    first = next(acts_of(effective(system.codec, past)))
    request, files = system.audit.request_of(first.events, True), system.front.choices.files
    return str(request.extras.get(files[0], "")) if request and files else ""


def restated(
    system: AnySystem, past: Sequence[Logged], opening: Sequence[Event]
) -> tuple[int, JsonObject] | Refused:
    """Taking over: the position's event, and the fields that a sheet says otherwise now.

    `opening` is what the campaign would begin with, had it been taken over with that sheet. What
    differs in it besides the position is not stated again.
    """
    first = next(acts_of(effective(system.codec, past)))
    placed = next((one for one in first.placed if is_position(one.event)), None)
    if placed is None:
        return Refused(RULE, "this campaign was not taken over from paper")
    if differing := sorted(_differing(first.events, opening)):
        return Refused(RULE, f"{listed(differing)} stay as they were when it was taken over")
    fields = _changed(placed.event, next(filter(is_position, opening)))
    if fields.keys() <= set(StatedPosition.__struct_fields__) - {"left_out"}:
        return Refused(RULE, "the record says that already")
    return placed.version, fields


def _changed(was: Event, now: Event) -> JsonObject:
    before = codec.fields(was)
    return {key: value for key, value in codec.fields(now).items() if value != before.get(key)}


def _differing(was: Sequence[Event], now: Sequence[Event]) -> Iterator[str]:
    """What of an opening differs, in words, besides the position itself."""
    before, after = _by_theme(was), _by_theme(now)
    for theme in before.keys() | after.keys():
        if before.get(theme) != after.get(theme):
            yield theme


def _by_theme(events: Sequence[Event]) -> dict[str, list[object]]:
    """The events of an opening by what they are about."""
    themes: dict[str, list[object]] = {}
    for event in events:
        if not (is_position(event) or isinstance(event, MemberEnrolled | PowerAssigned)):
            is_first = isinstance(event, CampaignOpened | TurnBegan)
            theme = "turns, scenario and house rulings" if is_first else "set-up and forces"
            themes.setdefault(theme, []).append(_stated(codec.fields(event)))
    return themes


def _stated(value: object) -> object:
    """What of an event's fields a sheet states, besides who takes part."""
    if isinstance(value, dict):
        left_out = _GIVEN | _PEOPLE
        return {key: _stated(one) for key, one in value.items() if key not in left_out}
    return value
