"""Writes a letter as a mail message: headers, text, page, attachment. Pure but for the library.

The same letter and heads give the same bytes. A message's id names nobody, and is the same at every
attempt: it is a keyed hash over campaign, occasion and member.
"""

import base64
import hashlib
import hmac
import re
from email.headerregistry import Address, BaseHeader, HeaderRegistry, UnstructuredHeader
from email.message import EmailMessage
from email.policy import SMTP, Policy
from email.utils import format_datetime, parseaddr

import msgspec

from campaign.notifications.delivery_status import stop_token
from campaign.notifications.local_time import in_zone
from campaign.notifications.notification import ROOT, Email

LINE = 78
"""Letters of a header's line, where white space lets it end there."""


class Literal(UnstructuredHeader, BaseHeader):
    """RFC 2369, 5322, 8058: ids and addresses of the web as they are, folded at white space alone.

    The library would turn a long one into encoded words, which no mail program takes for a link.
    """

    def fold(self, *, policy: Policy) -> str:
        """The header's lines."""
        first, *words = str(self).split()
        lines = [f"{self.name}: {first}"]
        for word in words:
            if len(lines[-1]) + 1 + len(word) <= LINE:
                lines[-1] += f" {word}"
            else:
                lines.append(f" {word}")
        return "".join(line + policy.linesep for line in lines)


class _Headers(HeaderRegistry):
    """The kinds of headers; the library would make a class for every header of every message."""

    def __init__(self) -> None:
        super().__init__()
        self._made: dict[str, type[BaseHeader]] = {}

    def __getitem__(self, name: str) -> type[BaseHeader]:
        """The kind of a header of this name."""
        if name not in self._made:
            self._made[name] = super().__getitem__(name)
        return self._made[name]


_HEADERS = _Headers()
for _name in (
    "list-unsubscribe", "list-unsubscribe-post", "list-id", "message-id", "in-reply-to",
    "references",
):  # fmt: skip
    _HEADERS.map_to_type(_name, Literal)
POLICY = SMTP.clone(max_line_length=LINE, cte_type="7bit", header_factory=_HEADERS)
_UNPRINTABLE = re.compile(
    "[\x00-\x1f\x7f-\x9f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]+"
)
"""What no header holds: line ends, and letters that nobody sees or that turn words round."""
_ENCODED = re.compile(r"=\?(?=[^?\s]*\?[bq]\?)", re.IGNORECASE)
"""How a word in another encoding begins, which a mail program would read as something else."""
_KEY = re.compile(r"[^A-Za-z0-9-]+")
_HASH_BYTES, _TOKEN_BYTES = 15, 5


class Heads(msgspec.Struct, frozen=True):
    """What a message's headers need beside the letter."""

    sender: str
    """The club's address, with or without a name: `Thursday club <club@example.org>`."""
    to: str
    """The member's address."""
    name: str
    """The member's name."""
    campaign: str
    """The campaign's random id."""
    member: str
    secret: bytes
    """The key of message ids, kept beside the store."""
    at: str
    """When it is written: RFC 3339 in UTC."""
    reply_to: str = ""
    """Where answers go; the club's address where it is empty."""
    url: str = ""
    """Where the web service is; empty where there is none."""
    takes_answers: bool = True
    """Whether somebody reads what comes back."""

    @property
    def address(self) -> str:
        """The club's address without a name."""
        return parseaddr(self.sender)[1]

    @property
    def domain(self) -> str:
        """The domain of message ids: the club's."""
        return domain_of(self.address)


def domain_of(address: str) -> str:
    """The part of an address behind the @."""
    return address.rpartition("@")[2] or "localhost"


# --- ids ----------------------------------------------------------------------------------------


def message_id(secret: bytes, campaign_id: str, occasion: str, member: str, domain: str) -> str:
    """The id of an occasion's message to a member: `<turn.1941-ND.HASH@example.org>`."""
    kind = _KEY.sub(".", occasion).strip(".")
    word = base64.b32encode(_keyed(secret, "message", campaign_id, occasion, member)[:_HASH_BYTES])
    return f"<{kind}.{word.decode().lower()}@{domain}>"


def subject_token(secret: bytes, campaign_id: str, occasion: str, member: str) -> str:
    """What the subject of a request bears, so that an answer is known by it: eight letters."""
    keyed = _keyed(secret, "subject", campaign_id, occasion, member)[:_TOKEN_BYTES]
    return base64.b32encode(keyed).decode().lower()


def _keyed(secret: bytes, *parts: str) -> bytes:
    return hmac.new(secret, "\n".join(parts).encode(), hashlib.sha256).digest()


# --- the message --------------------------------------------------------------------------------


def written(letter: Email, heads: Heads) -> bytes:
    """A letter as bytes, ready to be sent or kept as a file."""
    message = EmailMessage(POLICY)
    display = one_line(letter.campaign) or parseaddr(heads.sender)[0]
    message["From"] = Address(display, addr_spec=heads.address)
    message["To"] = _addressed(heads)
    message["Reply-To"] = heads.reply_to or heads.address
    message["Subject"] = one_line(letter.subject)
    message["Date"] = format_datetime(in_zone(heads.at, "UTC"))
    for name, value in _ids(letter, heads):
        message[name] = value
    message["List-Id"] = f"<{heads.campaign or 'campaign'}.{heads.domain}>"
    for name, value in _unsubscribing(heads):
        message[name] = value
    message["Auto-Submitted"] = "auto-generated"
    message["X-Auto-Response-Suppress"] = "All"
    _fill(message, letter)
    message["Content-Language"] = letter.language
    return message.as_bytes()


def _addressed(heads: Heads) -> Address:
    """The reader; what an address may not hold as it is stands in quotes.

    Older logs and programs may have given one that no server takes: the server says so.
    """
    local, _, domain = heads.to.rpartition("@")
    return Address(one_line(heads.name), username=local, domain=domain)


def _ids(letter: Email, heads: Heads) -> list[tuple[str, str]]:
    """The message's own id, and those of the messages before it in the campaign's thread."""

    def made(occasion: str) -> str:
        return message_id(heads.secret, heads.campaign, occasion, heads.member, heads.domain)

    before = [made(occasion) for occasion in (ROOT, *letter.follows)]
    return [
        ("Message-ID", made(letter.occasion)),
        ("In-Reply-To", before[-1]),
        ("References", " ".join(before)),
    ]


def _unsubscribing(heads: Heads) -> list[tuple[str, str]]:
    """RFC 2369, RFC 8058: one click where the service answers it, a mail where somebody reads it.
    Where neither is so there is nothing that would stop the mails.
    """
    known = subject_token(heads.secret, heads.campaign, ROOT, heads.member)
    mail = f"<mailto:{heads.address}?subject=STOP%20%5B{known}%5D>" if heads.takes_answers else ""
    token = stop_token(heads.secret, heads.campaign, heads.member)
    click = f"<{heads.url.rstrip('/')}/mail/stop/{token}>" if heads.url else ""
    ways = [way for way in (click, mail) if way]
    return [
        *([("List-Unsubscribe", ", ".join(ways))] if ways else []),
        *([("List-Unsubscribe-Post", "List-Unsubscribe=One-Click")] if click else []),
    ]


def _fill(message: EmailMessage, letter: Email) -> None:
    message.set_content(letter.text, cte="quoted-printable")
    message.add_alternative(letter.html, subtype="html", cte="quoted-printable")
    for attached in letter.attachments:
        media, *further = attached.media.split("; ")
        main, _, sub = media.partition("/")
        message.add_attachment(
            attached.content,
            maintype=main,
            subtype=sub,
            filename=attached.name,
            cte="base64",
            params=dict(one.split("=", 1) for one in further),
        )
    boundaries = hashlib.sha256(letter.occasion.encode() + letter.html.encode()).hexdigest()[:24]
    for number, part in enumerate(message.walk()):
        if part.is_multipart():
            part.set_boundary(f"=_{number}_{boundaries}")


def digest_of(message: bytes) -> str:
    """The digest of a message without its Date, the one header that each attempt has anew."""
    undated = re.sub(rb"^Date: [^\r\n]*\r?\n", b"", message, count=1, flags=re.MULTILINE)
    return hashlib.sha256(undated).hexdigest()


def one_line(text: str) -> str:
    """A text that people typed, for a header: one line, nothing unseen, no encoded word."""
    plain = " ".join(_UNPRINTABLE.sub(" ", text).split())
    return _ENCODED.sub("= ?", plain)
