"""What I am told of a campaign, and how: choices, the last mail, feed and calendar."""

from collections.abc import Mapping
from contextlib import closing
from typing import get_args

from msgspec.structs import replace

from campaign.notices.channels import LastResult, hook_results, mail_result, push_results
from campaign.notices.deliveries import StoredDeliveries
from campaign.notices.mail.smtp import Limits, StoppedError
from campaign.notices.mail.trial import try_mail
from campaign.notices.outcome_words import said
from campaign.people import changing
from campaign.people.changing import Wrong
from campaign.people.choices import KINDS, USUAL, Choices, Kind, Sending
from campaign.people.mail_tables import DELIVERIES
from campaign.people.opening import open_people
from campaign.people.subscriptions import Subscriptions
from campaign.people.webhooks import Webhooks
from campaign.settings import SettingsError, read_settings
from campaign.text.english import capital
from campaign.web.belonging import seats_of
from campaign.web.lasting_addresses import DEADLINES, FEED, handed_out
from campaign.web.place import Place
from campaign.web.replies import Reply, see_other
from campaign.web.screens import campaign_screen, own_screen
from campaign.web.visits import Entered, Visit

SENDING: dict[Sending, str] = {
    "each": "As it happens",
    "digest": "Once a day",
    "turns": "Ended turns alone",
    "none": "Nothing",
}
TOLD: dict[Kind, str] = {
    "turns": "A turn has ended",
    "asked": "Something is asked of me",
    "draws": "A draw was decided",
    "votes": "Votes were counted",
    "disputes": "A dispute has come to me",
    "corrections": "A turn that I was sent was corrected",
    "failures": "Mail to members failed",
}
FOR_HOSTS: tuple[Kind, ...] = ("failures",)
WAITING = Limits(connect=10, step=15, answer=30)
"""A person waits for the test."""
NOTHING: Mapping[str, str] = {}


def overview(visit: Visit) -> Reply:
    """My campaigns, each with what it tells me."""
    rows = []
    for here in seats_of(visit.house, visit.person):
        chosen = visit.house.people.choices(here.campaign.id, here.member)
        rows.append((here.name, here.title, _in_short(chosen)))
    return own_screen(visit.house, "my_notices.html", campaigns=rows)


def _in_short(chosen: Choices) -> str:
    if chosen.is_stopped:
        return "mail rests"
    if not chosen.address:
        return "no address yet"
    return SENDING[chosen.sending].lower()


def notices(
    visit: Visit,
    typed: Mapping[str, str] = NOTHING,
    wrong: Mapping[str, str] = NOTHING,
    notice: str = "",
    addresses: tuple[str, str] | None = None,
    status: int = 200,
) -> Reply:
    """My choices in one campaign; what was typed stays where it was wrong."""
    here, house = visit.here, visit.house
    chosen = house.people.choices(here.campaign.id, here.member)
    noun = here.live.system.calendar.noun
    told = {kind: text.replace("turn", noun) for kind, text in TOLD.items()}
    kinds = [one for one in KINDS if one not in FOR_HOSTS or here.is_host]
    return campaign_screen(
        visit,
        "notices.html",
        "me",
        status,
        chosen=chosen,
        rests=house.people.is_stopped(here.campaign.id, here.member),
        all_rest=house.people.is_stopped(here.campaign.id),
        sending={way: text.replace("turn", noun) for way, text in SENDING.items()},
        kinds=[(kind, told[kind], _is_on(typed, chosen, kind)) for kind in kinds],
        typed=typed or _as_typed(chosen),
        wrong=wrong,
        notice=notice,
        mail=_last_mail(visit, here, chosen),
        devices=_devices(visit),
        hooks=_hooks(visit) if here.is_host else (),
        has_feed=bool(_good(visit)),
        addresses=addresses,
        saved="saved" in visit.query and not notice,
    )


def _is_on(typed: Mapping[str, str], chosen: Choices, kind: Kind) -> bool:
    return f"kind:{kind}" in typed if typed else chosen.switched(kind)


def _as_typed(chosen: Choices) -> dict[str, str]:
    first, last = chosen.quiet
    return {
        "sending": chosen.sending,
        "digest_at": chosen.digest_at,
        "quiet": f"{first:02}-{last:02}",
        "zone": chosen.zone,
    }


def change(visit: Visit) -> Reply:
    """Does what a button says."""
    match visit.form.get("do", ""):
        case "save":
            return _save(visit)
        case "test":
            return _test(visit)
        case "feed":
            return _new_addresses(visit)
        case "end-feed":
            _end_addresses(visit)
        case "rest" | "resume" as wish:
            here = visit.here
            visit.house.people.stop(here.campaign.id, here.member, rests=wish == "rest")
        case _:
            return notices(visit, notice="Nothing was chosen. Nothing was recorded.", status=422)
    return see_other(f"/me/notices/{visit.here.name}")


# --- choices ------------------------------------------------------------------------------------


def _save(visit: Visit) -> Reply:
    """Keeps the choices if all of them can be read."""
    here, form = visit.here, visit.form
    read = {
        "zone": changing.zone_of(form.get("zone", "")),
        "digest_at": changing.time_of(form.get("digest_at", "").strip()),
        "quiet": changing.hours_of(form.get("quiet", "").replace(" ", "")),
    }
    wrong = {field: one.text for field, one in read.items() if isinstance(one, Wrong)}
    sending = next((one for one in get_args(Sending) if one == form.get("sending")), None)
    if sending is None:
        wrong["sending"] = "choose one"
    if wrong:
        told = {field: f"{capital(text.rstrip('.?'))}." for field, text in wrong.items()}
        return notices(visit, form, told, status=422)
    shown = [one for one in KINDS if one not in FOR_HOSTS or here.is_host]
    switched = {kind: f"kind:{kind}" in form for kind in shown}
    campaign = here.campaign
    begun = [log.turn for log in visit.house.books.book(here.name).logs]
    last_ended = changing.ended(begun, is_over=campaign.closed)

    def changed(before: Choices) -> Choices:
        kinds = {
            kind: is_on
            for kind, is_on in {**before.kinds, **switched}.items()
            if is_on != (kind in USUAL)
        }
        after = replace(before, **read, sending=sending, kinds=kinds)
        return changing.without_old_turns(before, after, last_ended)

    visit.house.people.update(campaign, here.member, changed)
    return see_other(f"/me/notices/{here.name}?saved=1")


# --- mail ---------------------------------------------------------------------------------------


def _last_mail(visit: Visit, here: Entered, chosen: Choices) -> LastResult:
    """What became of the last mail to me, in words."""
    house = visit.house
    try:
        settings = read_settings(house.ledger.store.path)
        is_set = bool(settings.mail.host and settings.mail.sender)
    except SettingsError:
        is_set = False
    with closing(open_people(house.people.file.place, (DELIVERIES,))) as file:
        rows = StoredDeliveries(file).known(here.campaign.id, house.clock()).values()
    return mail_result(rows, here.member, chosen, is_set_up=is_set)


def _devices(visit: Visit) -> tuple[LastResult, ...]:
    """My devices that are woken."""
    house = visit.house
    labels = {one.digest: one.label for one in house.doors.devices(visit.person)}
    found = Subscriptions(house.people.file, clock=house.clock).of(visit.person)
    return push_results(found, labels)


def _hooks(visit: Visit) -> tuple[LastResult, ...]:
    """The campaign's webhooks."""
    house = visit.house
    return hook_results(Webhooks(house.people.file, clock=house.clock).of(visit.here.campaign.id))


def _test(visit: Visit) -> Reply:
    """Sends a short message to my address, and says what the server answered."""
    here, house = visit.here, visit.house
    chosen = house.people.choices(here.campaign.id, here.member)
    if not _last_mail(visit, here, chosen).can_be_tried:
        return notices(visit, status=409)
    with house.entrance.limits.testing(visit.person) as why_not:
        if why_not:
            return notices(visit, notice=why_not, status=429)
        return _tested(visit, chosen.address)


def _tested(visit: Visit, address: str) -> Reply:
    here, house = visit.here, visit.house
    try:
        settings = read_settings(house.ledger.store.path)
        verdict = try_mail(settings, address, house.clock(), WAITING)
    except (SettingsError, StoppedError) as error:
        # the server's words are the host's: they may name accounts
        text = "The club’s mail server takes nothing at the moment; your host is told why."
        why = str(error) if here.is_host else text
        return notices(visit, notice=f"The test was not sent. {capital(why)}", status=502)
    if verdict.state == "sent":
        text = "The test was sent. Look whether it arrived, also in spam."
        return notices(visit, notice=text)
    return notices(visit, notice=f"The test: {said(verdict.state, verdict.server)}.", status=502)


# --- feed and calendar --------------------------------------------------------------------------


def _good(visit: Visit) -> int:
    here = visit.here
    good = handed_out(visit.house).good("feed", here.campaign.id, here.member)
    return sum(one.scope == visit.person for one in good)


def _end_addresses(visit: Visit) -> None:
    here = visit.here
    handed_out(visit.house).end("feed", here.campaign.id, member=here.member)


def _new_addresses(visit: Visit) -> Reply:
    """New addresses for feed and calendar in place of the old ones; this page alone shows them."""
    here, house = visit.here, visit.house
    _end_addresses(visit)
    token = handed_out(house).make("feed", here.campaign.id, here.member, visit.person)
    base = house.address.to(f"/f/{token}")
    return notices(visit, addresses=(f"{base}{FEED}", f"{base}{DEADLINES}"))


PLACES = (
    Place("/me/notices", overview, "signed-in", about="what I am told, by campaign"),
    Place("/me/notices/{name}", notices, "member", about="what I am told of a campaign"),
    Place("/me/notices/{name}", change, "member", ("POST",), about="change what I am told"),
)
