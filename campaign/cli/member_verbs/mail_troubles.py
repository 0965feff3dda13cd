"""What of a campaign's mail did not arrive, and whom nothing tells anything, for its host."""

from typing import TYPE_CHECKING

from campaign.cli.session import Session
from campaign.notifications.notification import CORRECTED, TURN
from campaign.text.english import listed
from campaign.text.moments import in_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from campaign.kernel.members import Campaign
    from campaign.notifications.deliveries import StoredDeliveries
    from campaign.notifications.notification import Delivery, Notification, Standstill
    from campaign.store.reader import Live
    from campaign.text.turns import Calendar


def deliveries_of(session: Session) -> "StoredDeliveries":
    """The deliveries of the store."""
    from campaign.accounts.database import open_people
    from campaign.accounts.protocol import DELIVERIES
    from campaign.notifications.deliveries import StoredDeliveries

    return StoredDeliveries(open_people(session.place, (DELIVERIES,)))


def about(calendar: "Calendar", row: "Delivery", notices: "Iterable[Notification]" = ()) -> str:
    """What a delivery is about, for a reader."""
    from campaign.notifications.notification import NOT_TAKEN, RECEIPT, request_key

    key = row.occasion
    if key.startswith((TURN, CORRECTED)):
        kind, turn = key.split(":")[:2]
        text = calendar.in_words(turn)
        return text if kind == "turn" else f"{text}, corrected"
    if key.startswith(RECEIPT):
        return f"receipt {key.removeprefix(RECEIPT)}"
    if key.startswith(NOT_TAKEN):
        return "an answer that does not count"
    request = request_key(key)
    text = next((one.about for one in notices if one.key == request), row.about) or "something over"
    return text if key == request else f"{text}, reminder"


def rest_lines(campaign: "Campaign", resting: "Iterable[str]") -> list[str]:
    """Whom to ask for another address."""
    return [
        f"Mail to {campaign.called(member)} rests: two turns were refused. Ask them for an address "
        f"that works: `campaign mail-choices {campaign.name} {member} --address ADDRESS`"
        for member in resting
    ]


def trouble_lines(session: Session, campaign: "Campaign", calendar: "Calendar") -> list[str]:
    """What did not arrive and why nothing can, for the host."""
    from campaign.notifications.delivery_status import in_trouble, in_use, put_off, resting

    deliveries, now, people = deliveries_of(session), session.ledger.now(), session.people
    choices = people.all_choices(campaign)
    rows = in_use(deliveries.known(campaign.id, now).values(), choices)
    lines = still_lines(deliveries.standstill(campaign.id))
    if failed := in_trouble(rows):
        lines.append(_failed_line(campaign, calendar, failed))
    if waiting := put_off(rows, now):
        lines.append(_put_off_line(campaign, waiting))
    if failed:
        lines += rest_lines(campaign, resting(rows, choices, people.secret()))
    return lines


def hook_lines(session: Session, campaign: "Campaign") -> list[str]:
    """What is the matter with the campaign's webhooks, for the host."""
    from campaign.notifications.delivery_status import hook_troubles, hooks_of

    return list(hook_troubles(hooks_of(session.place, campaign.id)))


def untold_lines(session: Session, live: "Live") -> list[str]:
    """Whom nothing tells what is asked of them, in a campaign that has told others."""
    from campaign.accounts.database import open_people
    from campaign.accounts.devices import DOORS
    from campaign.accounts.subscriptions import SUBSCRIPTIONS, Subscriptions
    from campaign.handler.tasks import asked

    campaign, people, now = live.state.campaign, session.people, session.ledger.now()
    if campaign.record.branch_of is not None or not deliveries_of(session).known(campaign.id):
        return []
    woken = Subscriptions(
        open_people(session.place, (DOORS, SUBSCRIPTIONS)), clock=session.ledger.now
    )

    def is_told(member: str) -> bool:
        chosen = people.choices(campaign.id, member)
        by_mail = chosen.address and not chosen.is_stopped and chosen.wants("asked")
        return bool(by_mail or woken.of(people.person_in(campaign.id, member)))

    owing = dict.fromkeys(
        who for part in asked(live.system, live.state, now) for who in part.members
    )
    untold = [
        campaign.called(who) for who in owing if not campaign.is_host(who) and not is_told(who)
    ]
    if not untold:
        return []
    verb = "gets" if len(untold) == 1 else "get"
    return [f"{listed(untold)} {verb} no notice of what is asked of them; tell them yourself"]


def still_lines(standstill: "Standstill | None") -> list[str]:
    """That nothing can be sent at all."""
    if standstill is None:
        return []
    return [f"nothing could be sent since {minute(standstill.since)}: {standstill.why}"]


def minute(moment: str) -> str:
    """A moment to the minute, with its zone."""
    return in_words(f"{moment[:16]}:00Z")


def _put_off_line(campaign: "Campaign", waiting: "Sequence[Delivery]") -> str:
    from campaign.notifications.servers import answer_in_words as meaning

    first = min(waiting, key=lambda row: row.first_at[:19])
    people = listed(dict.fromkeys(campaign.called(row.member) for row in waiting))
    why = meaning(first.server) or first.server
    text = f"mail to {people} has been put off since {minute(first.first_at)}"
    return f"{text}: {why}; `campaign mail-status {campaign.name}` says more"


def _failed_line(campaign: "Campaign", calendar: "Calendar", failed: "Sequence[Delivery]") -> str:
    call = f"`campaign mail-status {campaign.name}` says more"
    last = failed[-1]
    who, what = campaign.called(last.member), about(calendar, last)
    if len(failed) == 1:
        may = "may not have reached" if last.state == "unknown" else "did not reach"
        return f"{what} {may} {who}; {call}"
    people = listed(dict.fromkeys(campaign.called(row.member) for row in failed))
    in_doubt = any(row.state == "unknown" for row in failed)
    arrived = "may not have arrived" if in_doubt else "did not arrive"
    return f"{len(failed)} messages to {people} {arrived}; {call}"
