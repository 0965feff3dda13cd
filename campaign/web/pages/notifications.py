"""What I am told of a campaign, and how: choices, the last mail, feed and calendar, and stopping
mail with one click.
"""

import hashlib
import hmac
from collections.abc import Mapping
from contextlib import closing
from email.utils import format_datetime
from typing import get_args

from msgspec.structs import replace

from campaign import extend
from campaign.accounts import choices, database, devices, protocol
from campaign.accounts.choices import KINDS, USUAL, Choices, Kind, Sending, Wrong
from campaign.accounts.settings import SettingsError, read_settings
from campaign.accounts.subscriptions import Subscriptions
from campaign.notifications import deliveries, delivery_status
from campaign.notifications.feeds import atom, calendar, calendar_entries, changed_at
from campaign.notifications.feeds import feed_entries as told
from campaign.reports.book import Book
from campaign.text.english import capital
from campaign.web import context, errors, screens
from campaign.web.replies import MAIL_STOP, Reply, known, see_other

# --- What I am told of a campaign, and how: choices, the last mail, feed and calendar -----------

SENDING: dict[Sending, str] = {
    "each": "As it happens",
    "digest": "Once a day",
    "turns": "Ended turns alone",
    "none": "Nothing",
}
TOLD: dict[Kind, str] = {
    "turns": "A turn has ended",
    "asked": "Something is asked of me",
    "draws": "A draw or battle was decided",
    "votes": "Votes were counted",
    "disputes": "A dispute has come to me",
    "corrections": "A turn that I was sent was corrected",
    "talk": "Somebody talked at the table",
    "mentions": "Somebody named me at the table",
    "diary": "Somebody wrote in the war diary",
    "failures": "Mail to members failed",
}
FOR_HOSTS: tuple[Kind, ...] = ("failures",)
NOTHING: Mapping[str, str] = {}


def overview(visit: context.RequestContext) -> Reply:
    """My campaigns, each with what it tells me."""
    rows = []
    for here in context.seats_of(visit.house, visit.person):
        chosen = visit.house.people.choices(here.campaign.id, here.member)
        rows.append((here.name, here.title, here.live.calendar.in_own_word(_in_short(chosen))))
    return screens.own_screen(visit.house, "my_notices.html", campaigns=rows)


def _in_short(chosen: Choices) -> str:
    if chosen.is_stopped:
        return "mail rests"
    if not chosen.address:
        return "no address yet"
    return SENDING[chosen.sending].lower()


def notices(
    visit: context.RequestContext,
    typed: Mapping[str, str] = NOTHING,
    wrong: Mapping[str, str] = NOTHING,
    notice: str = "",
    addresses: tuple[str, str] | None = None,
    status: int = 200,
) -> Reply:
    """My choices in one campaign; what was typed stays where it was wrong."""
    here, house = visit.here, visit.house
    chosen = house.people.choices(here.campaign.id, here.member)
    in_own_word = here.live.calendar.in_own_word
    labels = {kind: in_own_word(text) for kind, text in TOLD.items()}
    kinds = _offered(is_host=here.is_host)
    return screens.campaign_screen(
        visit,
        "notices.html",
        "me",
        status,
        chosen=chosen,
        rests=house.people.is_stopped(here.campaign.id, here.member),
        all_rest=house.people.is_stopped(here.campaign.id),
        sending={way: in_own_word(text) for way, text in SENDING.items()},
        kinds=[
            (kind, labels[kind], f"kind:{kind}" in typed if typed else chosen.switched(kind))
            for kind in kinds
        ],
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


def _as_typed(chosen: Choices) -> dict[str, str]:
    first, last = chosen.quiet
    return {
        "sending": chosen.sending,
        "digest_at": chosen.digest_at,
        "quiet": f"{first:02}-{last:02}",
        "zone": chosen.zone,
    }


def change(visit: context.RequestContext) -> Reply:
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


def _save(visit: context.RequestContext) -> Reply:
    """Keeps the choices if all of them can be read."""
    here, form = visit.here, visit.form
    read = {
        "zone": choices.zone_of(form.get("zone", "")),
        "digest_at": choices.time_of(form.get("digest_at", "").strip()),
        "quiet": choices.hours_of(form.get("quiet", "").replace(" ", "")),
    }
    wrong = {field: one.text for field, one in read.items() if isinstance(one, Wrong)}
    sending = next((one for one in get_args(Sending) if one == form.get("sending")), None)
    if sending is None:
        wrong["sending"] = "choose one"
    if wrong:
        sentences = {field: f"{capital(text.rstrip('.?'))}." for field, text in wrong.items()}
        return notices(visit, form, sentences, status=422)
    switched = {kind: f"kind:{kind}" in form for kind in _offered(is_host=here.is_host)}
    campaign = here.campaign
    begun = [log.turn for log in visit.house.books.book(here.name).logs]
    last_ended = choices.last_ended_turn(begun, is_over=campaign.closed)

    def changed(before: Choices) -> Choices:
        kinds = {
            kind: is_on
            for kind, is_on in {**before.kinds, **switched}.items()
            if is_on != (kind in USUAL)
        }
        after = replace(before, **read, sending=sending, kinds=kinds)
        return choices.without_old_turns(before, after, last_ended)

    visit.house.people.update(campaign, here.member, changed)
    return see_other(f"/me/notices/{here.name}?saved=1")


def _offered(*, is_host: bool) -> list[Kind]:
    """The kinds of notice that a member can choose."""
    return [kind for kind in KINDS if kind not in FOR_HOSTS or is_host]


# --- mail ---------------------------------------------------------------------------------------


def _last_mail(
    visit: context.RequestContext, here: context.Entered, chosen: Choices
) -> delivery_status.LastResult:
    """What became of the last mail to me, in words."""
    house = visit.house
    try:
        settings = read_settings(house.ledger.store.path)
        is_set = bool(settings.mail.host and settings.mail.sender)
    except SettingsError:
        is_set = False
    with closing(database.open_people(house.people.file.place, (protocol.DELIVERIES,))) as file:
        rows = deliveries.StoredDeliveries(file).known(here.campaign.id, house.clock()).values()
    return delivery_status.mail_result(rows, here.member, chosen, is_set_up=is_set)


def _devices(visit: context.RequestContext) -> tuple[delivery_status.LastResult, ...]:
    """My devices that are woken."""
    house = visit.house
    labels = {one.digest: one.label for one in house.doors.devices(visit.person)}
    subscriptions = Subscriptions(house.people.file, clock=house.clock).of(visit.person)
    return delivery_status.push_results(subscriptions, labels)


def _hooks(visit: context.RequestContext) -> tuple[delivery_status.LastResult, ...]:
    """The campaign's webhooks."""
    house = visit.house
    return delivery_status.hook_results(
        delivery_status.hooks_of(house.people.file.place, visit.here.campaign.id)
    )


def _test(visit: context.RequestContext) -> Reply:
    """Sends a short message to my address, and says what the server answered."""
    here, house = visit.here, visit.house
    chosen = house.people.choices(here.campaign.id, here.member)
    if not _last_mail(visit, here, chosen).can_be_tried:
        return notices(visit, status=409)
    with house.entrance.limits.testing(visit.person) as why_not:
        if why_not:
            return notices(visit, notice=why_not, status=429)
        return _tested(visit, chosen.address)


def _tested(visit: context.RequestContext, address: str) -> Reply:
    here, house, mail = visit.here, visit.house, extend.wanted("channels", "mail")
    try:
        settings = read_settings(house.ledger.store.path)
        verdict = mail.tried(settings, address, house.clock())
    except (SettingsError, mail.StoppedError) as error:
        # the server's words are the host's: they may name accounts
        text = "The club’s mail server takes nothing at the moment; your host is told why."
        why = str(error) if here.is_host else text
        return notices(visit, notice=f"The test was not sent. {capital(why)}", status=502)
    if verdict.state == "sent":
        text = "The test was sent. Look whether it arrived, also in spam."
        return notices(visit, notice=text)
    return notices(
        visit,
        notice=f"The test: {delivery_status.said(verdict.state, verdict.server)}.",
        status=502,
    )


# --- feed and calendar --------------------------------------------------------------------------


def _good(visit: context.RequestContext) -> int:
    here = visit.here
    good = context.handed_out(visit.house).good("feed", here.campaign.id, here.member)
    return sum(one.scope == visit.person for one in good)


def _end_addresses(visit: context.RequestContext) -> None:
    here = visit.here
    context.handed_out(visit.house).end("feed", here.campaign.id, member=here.member)


def _new_addresses(visit: context.RequestContext) -> Reply:
    """New addresses for feed and calendar in place of the old ones; this page alone shows them."""
    here, house = visit.here, visit.house
    _end_addresses(visit)
    token = context.handed_out(house).make("feed", here.campaign.id, here.member, visit.person)
    base = house.address.to(f"/f/{token}")
    return notices(visit, addresses=(f"{base}{context.FEED}", f"{base}{context.DEADLINES}"))


# --- Stopping a member's mail with one click (RFC 8058), without signing in ---------------------
#
# The address is in each mail's headers. Scanners open every address, so only the button stops, or
# the mail program that presses it for its reader.


def asked(visit: context.RequestContext) -> Reply:
    """Whose mail it is about, and one button. Looking at it changes nothing."""
    here = _whose(visit)
    return errors.missing(visit.house) if here is None else _page(visit, here, is_stopped=False)


def stop(visit: context.RequestContext) -> Reply:
    """Lets the mail rest; doing it twice changes nothing more."""
    here = _whose(visit)
    if here is None:
        return errors.missing(visit.house)
    visit.house.people.stop(here.campaign.id, here.member, rests=True)
    return _page(visit, here, is_stopped=True)


def _page(visit: context.RequestContext, here: context.Entered, *, is_stopped: bool) -> Reply:
    return screens.own_screen(
        visit.house,
        "mail_stop.html",
        title=here.title,
        who=here.campaign.called(here.member),
        name=here.name,
        member=here.member,
        is_stopped=is_stopped,
    )


def _whose(visit: context.RequestContext) -> context.Entered | None:
    """The campaign and member that an address was made for. It is compared with every one."""
    house, token = visit.house, visit.path["token"].encode()
    secret, here = house.people.secret(), None
    for name, live in context.readable(house):
        shared = live.state.campaign
        for member in shared.members:
            if hmac.compare_digest(
                delivery_status.stop_token(secret, shared.id, member).encode(), token
            ):
                here = context.Entered(name, live, member)
    return here


# --- A member's feed and calendar, for programs that know a secret address and nothing else -----
#
# Whoever has the address reads what everybody in the campaign may know. It ends with its member's
# seat, and when the member makes another one.

ATOM = "application/atom+xml; charset=utf-8"
CALENDAR = "text/calendar; charset=utf-8"


def whose(house: context.House, token: str) -> devices.Token | None:
    """The member that an address was made for; None if it is good no more, or never was.

    Its scope is the person who made it: whoever takes over the seat has addresses of their own.
    """
    stored = context.handed_out(house).found(token, "feed")
    if stored is None or house.people.member_of(stored.scope, stored.campaign) != stored.member:
        return None
    return stored


def feed(visit: context.RequestContext) -> Reply:
    """The feed or the calendar behind an address; what has not changed is not sent again."""
    house, file = visit.house, visit.path["file"]
    token, dot, kind = file.rpartition(".")
    stored = whose(house, token) if f"{dot}{kind}" in (context.FEED, context.DEADLINES) else None
    name = house.ledger.name_of(stored.campaign) if stored else ""
    if stored is None or not name:
        return errors.missing(house)
    book, member = house.books.book(name), stored.member
    if member not in book.logs[-1].end.campaign.members:
        return errors.missing(house)
    if f"{dot}{kind}" == context.DEADLINES:
        entries = calendar_entries(book, member)
        changed = max((one.at for one in entries), default=str(book.logs[0].began))
        return _sent(visit, calendar(book, member), CALENDAR, changed)
    return _feed(visit, book, member)


def _feed(visit: context.RequestContext, book: Book, member: str) -> Reply:
    house = visit.house
    choices = house.people.choices(book.logs[-1].end.campaign.id, member)
    url, now = house.address.url, house.clock()
    changed = changed_at(told(book, member, choices, url, now), book)
    return _sent(visit, atom(book, member, choices, url, now), ATOM, changed)


def _sent(visit: context.RequestContext, body: bytes, media: str, changed: str) -> Reply:
    """The file with its mark; or only the mark, to whoever has the file."""
    etag = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
    has_it = known(visit.etag, etag)
    headers = (
        ("ETag", etag),
        ("Last-Modified", format_datetime(devices.moment(changed), usegmt=True)),
        ("Cache-Control", "private, no-cache"),
        ("X-Robots-Tag", "noindex"),
    )
    return Reply(b"" if has_it else body, 304 if has_it else 200, media, headers)


PLACES = (
    context.get("/me/notices", overview, "signed-in"),
    context.get("/me/notices/{name}", notices, "member"),
    context.post("/me/notices/{name}", change, "member"),
    context.get(f"{MAIL_STOP}{{token}}", asked, "anybody"),
    context.post(f"{MAIL_STOP}{{token}}", stop, "anybody"),
    context.get("/f/{file}", feed, "anybody"),
)
