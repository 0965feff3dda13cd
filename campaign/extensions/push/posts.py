"""Push: notifications wake the browsers of those who let them, with messages that only they can
read
(RFC 8291, RFC 8292). IO.
"""

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime, timedelta
from urllib.parse import urlsplit

import msgspec
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from msgspec.structs import replace

from campaign.accounts.choices import AT_ONCE, Choices, Told
from campaign.accounts.people import People
from campaign.accounts.subscriptions import Subscription, Subscriptions
from campaign.accounts.table.talk import said_since
from campaign.handler.tasks import askees
from campaign.kernel.keys import from_text, to_text
from campaign.kernel.members import Campaign
from campaign.notifications import outgoing_requests
from campaign.notifications.deliveries import StoredDeliveries
from campaign.notifications.delivery_status import hooks_of, in_use
from campaign.notifications.detection import failures, occasions, of_talk, talk_from
from campaign.notifications.local_time import is_to_come, shifted
from campaign.notifications.notification import (
    PUSH,
    Delivery,
    Notification,
    Planned,
    State,
    is_from_host,
)
from campaign.notifications.outgoing_requests import (
    ARRIVED,
    PATIENCE,
    PAUSES,
    NoAnswerError,
    Outside,
    answered,
)
from campaign.notifications.planning import planned, public_news
from campaign.reports.book import Book
from campaign.text.english import capital
from campaign.text.moments import in_words, later
from campaign.web.jobs.notifications import NoticesAround
from campaign.world import chance

# --- What a push says: what waits for its reader or has happened, never a choice ----------------

LONGEST = 500
"""How many letters are said."""
MOST = 3000
"""How many bytes a message may have: less than every service takes."""
SHORTER = 50
"""So many letters fewer, as often as it takes."""
DECLARATIVE = 8030
"""The number by which browsers know that they may show a message without a worker."""


def push_text(book: Book, occasion: Notification, member: str, now: str) -> str:
    """A sentence or two."""
    if occasion.kind in ("asked", "disputes"):
        return ". ".join(_asked(book, occasion, member, now)) + "."
    sentence = next((one.text for one in public_news(book, (occasion,), now)), "")
    return sentence or " ".join(filter(None, (occasion.headline, occasion.what_to_do)))


def _asked(book: Book, occasion: Notification, member: str, now: str) -> Iterator[str]:
    """What its reader has to do, and by when."""
    campaign = book.logs[-1].end.campaign
    by = f", by {in_words(occasion.until)}" if occasion.until else ""
    for part in occasion.owed:
        is_theirs = occasion.kind == "disputes" or member in askees(campaign, part, now)
        if is_theirs:
            yield f"{capital(part.does)}{by}"


def payload(title: str, text: str, url: str, tag: str) -> bytes:
    """The message in the declarative form, which our worker reads as well.

    Of what is too long less is said, so that what arrives can be read.
    """
    for letters in range(LONGEST, 0, -SHORTER):
        content = {"title": title[:letters], "body": text[:letters], "navigate": url, "tag": tag}
        encoded = msgspec.json.encode({"web_push": DECLARATIVE, "notification": content})
        if len(encoded) <= MOST:
            break
    return encoded


# --- push message -------------------------------------------------------------------------------
# What a push service is handed: a message that only the browser can read (RFC 8291), and who we
# are (RFC 8292). No clock is asked; chance can be given.
#
# Own lines over `cryptography`: the library for it would bring two more clients of the web along,
# and would call whatever address it is given.

PushKey = ec.EllipticCurvePrivateKey
CURVE = ec.SECP256R1()
PUBLIC_BYTES, AUTH_BYTES, SALT_BYTES = 65, 16, 16
RECORD = 4096
IDENTITY_LASTS = timedelta(hours=12)
"""How long a word of who we are counts."""


class BrowserKeys(msgspec.Struct, frozen=True):
    """What a browser gave to encrypt for it."""

    public: bytes
    auth: bytes


def new_key() -> PushKey:
    """A key of our own."""
    return ec.generate_private_key(CURVE)


def key_bytes(key: PushKey) -> bytes:
    """A key as it is kept."""
    return key.private_numbers().private_value.to_bytes(32, "big")


def key_of(stored: bytes) -> PushKey:
    """The key whose bytes are stored."""
    return ec.derive_private_key(int.from_bytes(stored, "big"), CURVE)


def public_of(key: PushKey) -> bytes:
    """Its public half, as browsers take it."""
    form = serialization.PublicFormat.UncompressedPoint
    return key.public_key().public_bytes(serialization.Encoding.X962, form)


def keys_of(public: str, auth: str) -> BrowserKeys | None:
    """What a browser gave, if it can be used."""
    keys = BrowserKeys(from_text(public) or b"", from_text(auth) or b"")
    if len(keys.public) != PUBLIC_BYTES or len(keys.auth) != AUTH_BYTES:
        return None
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(CURVE, keys.public)
    except ValueError:
        return None
    return keys


def encrypted(
    content: bytes,
    browser: BrowserKeys,
    key: Callable[[], PushKey] = new_key,
    random: Callable[[int], bytes] = chance.random_bytes,
) -> bytes:
    """A message in one record, with a key and a salt that are used once."""
    own, salt = key(), random(SALT_BYTES)
    theirs = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, browser.public)
    secret = own.exchange(ec.ECDH(), theirs)
    both = b"WebPush: info\0" + browser.public + public_of(own)
    shared = _derived(secret, browser.auth, both, 32)
    cipher = _derived(shared, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(shared, salt, b"Content-Encoding: nonce\0", 12)
    head = salt + RECORD.to_bytes(4, "big") + bytes([PUBLIC_BYTES]) + public_of(own)
    return head + AESGCM(cipher).encrypt(nonce, content + b"\2", None)


def _derived(secret: bytes, salt: bytes, about: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, about).derive(secret)


def authorization(key: PushKey, endpoint: str, sender: str, now: str) -> str:
    """Who we are, for one push service: a signed word with an end, and our public key."""
    parts = urlsplit(endpoint)
    until = datetime.fromisoformat(now) + IDENTITY_LASTS
    claims = {
        "aud": f"{parts.scheme}://{parts.netloc.removesuffix(':443')}",
        "exp": int(until.timestamp()),
        "sub": sender,
    }
    head = to_text(msgspec.json.encode({"typ": "JWT", "alg": "ES256"}))
    signed = f"{head}.{to_text(msgspec.json.encode(claims))}"
    r, s = decode_dss_signature(key.sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
    signature = to_text(r.to_bytes(32, "big") + s.to_bytes(32, "big"))
    return f"vapid t={signed}.{signature}, k={to_text(public_of(key))}"


# --- Notices wake the browsers of those who let them --------------------------------------------
#
# One row for each occasion and member; it is sent once one of their browsers was reached. A
# browser that its push service does not know any more is dropped.

MESSAGE_LASTS = 24 * 60 * 60
"""Seconds for which a push service keeps a message for a browser that is off."""
GONE = (404, 410)
RUN_BYTES = 8
_USUAL = Choices()
_PLACES: dict[Told, str] = {
    "asked": "/board",
    "disputes": "/disputes",
    "failures": "/host",
    "talk": "/talk",
    "mentions": "/talk",
    "diary": "/diary",
    "seat": "/members",
    "passed": "/journal",
}
"""The pages of a campaign that messages lead to; the others lead to its first."""


class PushCampaign(msgspec.Struct, frozen=True):
    """The campaign whose notices they are, as it is now."""

    book: Book
    news: tuple[Notification, ...]
    choices: Mapping[str, Choices]
    people: Mapping[str, tuple[Subscription, ...]]
    """The browsers of each member that may be woken."""
    page: str
    """The address of its pages."""


class PushPost(msgspec.Struct, frozen=True):
    """Calls push services, and keeps what came of it."""

    subscriptions: Subscriptions
    deliveries: StoredDeliveries
    now: Callable[[], str]
    outside: Outside
    sender: str
    """The service's own address, by which a push service could ask who sends all this."""

    def run(self, campaign: PushCampaign) -> None:
        """Sends what is due."""
        id, now = campaign.book.logs[-1].end.campaign.id, self.now()
        self.deliveries.free(id, now)
        read = self.deliveries.cursor(id)
        due = self._planned(campaign, self.deliveries.known(id), now, read)
        fresh = [(one.occasion.key, one.member) for one in due]
        about = {one.occasion.key: one.occasion.about for one in due}
        self.deliveries.make(id, fresh, campaign.book.version, now, about)
        rows = self.deliveries.known(id)
        self.deliveries.withdraw(
            row.number for key, row in rows.items() if key not in fresh and row.state != "sent"
        )
        for one in due:
            row = rows[one.occasion.key, one.member]
            waits = is_to_come(row.next_try, now) or is_to_come(one.not_before, now)
            if row.state in ("due", "later") and not waits:
                self._send(campaign, one, row)

    def _planned(
        self, campaign: PushCampaign, known: Mapping[tuple[str, str], Delivery], now: str, read: int
    ) -> tuple[Planned, ...]:
        """What mail would tell at once; nothing that had come about before somebody asked for it,
        and of seats nothing up to the version that was read before.

        What somebody chose for their mail alone does not matter: its address, its hours, its rest.
        """
        book = campaign.book
        wanted = {
            member: replace(
                campaign.choices.get(member, _USUAL),
                address="push",
                is_stopped=False,
                sending="each",
            )
            for member in campaign.people
        }
        since = {
            member: min((one.made for one in theirs), default="")
            for member, theirs in campaign.people.items()
        }
        shared = book.logs[-1].end.campaign
        news = tuple(one for one in campaign.news if not _is_old_seat(one, known, read))
        before = _as_delivered(news, since, shared.id)
        return tuple(
            one
            for one in planned(news, wanted, shared, {**before, **known}, now)
            if one.member in since
            and (is_from_host(one.occasion.key) or not later(since[one.member], one.occasion.since))
        )

    def _send(self, campaign: PushCampaign, notice: Planned, row: Delivery) -> None:
        run, numbers = chance.token_hex(RUN_BYTES), (row.number,)
        if not self.deliveries.claim(numbers, run, self.now()):
            return  # somebody else has it
        now = self.now()
        first_at = row.first_at or now
        more = {
            "attempts": row.attempts + 1,
            "first_at": first_at,
            "version": notice.occasion.version,
        }
        if not self.deliveries.step(numbers, run, ("claimed", "sending"), now, **more):
            return
        content = self._content(campaign, notice)
        theirs = campaign.people[notice.member]
        results = [self.told(one, content) for one in theirs]
        said = next((one for one in results if one == ARRIVED), results[0])
        reached: State = "sent" if said == ARRIVED else "later"
        next_try = ""
        if reached == "later":
            next_try = shifted(self.now(), PAUSES[min(row.attempts, len(PAUSES) - 1)])
            if later(next_try, shifted(first_at, PATIENCE)):
                reached, next_try = "refused", ""
        self.deliveries.step(
            numbers, run, ("sending", reached), self.now(), server=said, next_try=next_try
        )

    def _content(self, campaign: PushCampaign, notice: Planned) -> bytes:
        shared, occasion = campaign.book.logs[-1].end.campaign, notice.occasion
        place = _PLACES.get(occasion.kind, "")
        return payload(
            shared.title or shared.name,
            push_text(campaign.book, occasion, notice.member, self.now()),
            f"{campaign.page}{place}",
            f"{shared.id}:{occasion.follows if occasion.is_reminder else occasion.key}",
        )

    def told(self, subscription: Subscription, content: bytes) -> str:
        """Sends one message to one browser; what came of it, which its page says too."""
        now, browser = self.now(), keys_of(subscription.public, subscription.auth)
        if browser is None:  # as no form would have taken it
            self.subscriptions.forget(subscription.person, subscription.id)
            return "not delivered: its keys can't be used"
        key = key_of(self.subscriptions.key(lambda: key_bytes(new_key())))
        headers = {
            "Authorization": authorization(key, subscription.endpoint, self.sender, now),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(MESSAGE_LASTS),
            "Urgency": "high",
        }
        try:
            status = outgoing_requests.post(
                subscription.endpoint, encrypted(content, browser), headers, self.outside
            )
        except NoAnswerError as error:
            said = f"not delivered: {error}"
        else:
            said = answered(status)
            if status in GONE:
                self.subscriptions.forget(subscription.person, subscription.id)
        self.subscriptions.told(subscription.id, said, is_good=said == ARRIVED)
        return said


def _is_old_seat(one: Notification, known: Mapping[tuple[str, str], Delivery], read: int) -> bool:
    """Whether it is of what is told at once, was read before, and is not on its way."""
    is_old = one.kind in AT_ONCE and one.version <= read
    return is_old and not any((one.key, member) in known for member in one.members)


def _as_delivered(
    news: tuple[Notification, ...], since: Mapping[str, str], campaign: str
) -> dict[tuple[str, str], Delivery]:
    """What had come about before somebody's device was switched on, as if it had been told.

    So a host's reminder of it can follow.
    """
    return {
        (one.key, member): Delivery(0, campaign, one.key, member, PUSH, "sent", made_at=begun)
        for one in news
        for member, begun in since.items()
        if member in one.members and later(begun, one.since)
    }


# --- What the service asks of push ---------------------------------------------------------------


def listening(around: NoticesAround, people: People) -> frozenset[str]:
    """The ids of the campaigns in which a browser may be woken."""
    if around.is_plain:
        return frozenset()
    return Subscriptions(people.file, clock=around.now).campaigns()


def telling(
    around: NoticesAround, people: People, campaign: Campaign
) -> Callable[[Book], None] | None:
    """Tells members' browsers what is new in a campaign; None where none may be woken."""
    subscriptions = Subscriptions(people.file, clock=around.now)
    by_member = {
        member: () if around.is_plain else subscriptions.of(people.person_in(campaign.id, member))
        for member in campaign.members
    }
    if not (woken := {member: theirs for member, theirs in by_member.items() if theirs}):
        return None
    deliveries = around.deliveries(people.file, PUSH)

    def tell(book: Book) -> None:
        campaign, now = book.logs[-1].end.campaign, around.now()
        choices = people.all_choices(campaign)
        rows = in_use(StoredDeliveries(people.file).known(campaign.id).values(), choices)
        off = hooks_of(people.file.place, campaign.id)
        failed = failures(rows, campaign, around.now(), off)
        news = occasions(book, deliveries.cursor(campaign.id), now)
        said = said_since(people.file, campaign.id, talk_from(now))
        talk = of_talk(said, campaign, choices, deliveries.known(campaign.id).values(), now)
        news = (*news, *talk, *((failed,) if failed else ()))
        page = around.address.to(f"/c/{campaign.name}")
        post = PushPost(subscriptions, deliveries, around.now, around.outside, around.address.url)
        post.run(PushCampaign(book, news, choices, woken, page))

    return tell
