"""What mail servers answer, in words for the host: what is wrong and what to do. Pure."""

import base64
import re
import socket
import ssl
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from campaign.accounts.settings import MailSettings

LONGEST = 300
"""How many letters of a server's answer are kept."""
_ADDRESS = re.compile(r"<?[^\s<>@,;:\"'()]+@[^\s<>@,;:\"'()]+>?")
_UNSEEN = re.compile(r"[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]+")
ASCII_ALONE = (
    "user and password may have only English letters, digits and signs; use an app password made"
    " for programs"
)
HIDDEN = "…"
"""What stands for an address or a secret that a server repeats."""


def one_line(code: int, said: bytes | str, secrets: Iterable[str] = ()) -> str:
    """A server's answer on one line, without addresses and whatever else must not be shown."""
    text = said.decode(errors="replace") if isinstance(said, bytes) else said
    if code > 0:  # each further line of an answer repeats its enhanced code
        text = _without_repeats(f"{code} {text}")
    secrets = tuple(secrets)
    text = _plain(_without(text, secrets))
    text = _without(text, map(_plain, secrets))  # a secret may have been spread over two lines
    text = _ADDRESS.sub(HIDDEN, text)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


def _plain(text: str) -> str:
    return " ".join(_UNSEEN.sub(" ", text).split())


def _without(text: str, secrets: Iterable[str]) -> str:
    for secret in sorted(filter(None, secrets), key=len, reverse=True):
        text = text.replace(secret, HIDDEN)
    return text


def forms(user: str, password: str) -> Iterator[str]:
    """A password or token in each form in which a server could repeat it, or a library show it."""
    if not password:
        return
    escaped = password.replace("\\", "\\\\").replace('"', '\\"')
    for form in (password, escaped):
        shown = repr(form.encode())[2:-1]
        yield from (form, shown, shown.replace("'", "\\'"))
    for text in (password, f"\0{user}\0{password}", bearer(user, password)):
        yield base64.b64encode(text.encode()).decode().rstrip("=")


def bearer(user: str, token: str) -> str:
    """What a program signs in with that has a token (XOAUTH2)."""
    return f"user={user}\1auth=Bearer {token}\1\1"


def _without_repeats(text: str) -> str:
    first, *others = text.splitlines() or [""]
    enhanced = re.match(r"\d{3} (\d\.\d+\.\d+) ", first)
    mark = f"{enhanced[1]} " if enhanced else ""
    return "\n".join((first, *(line.strip().removeprefix(mark) for line in others)))


# --- answers --------------------------------------------------------------------------------------


class _Meaning(NamedTuple):
    """An answer that hosts meet."""

    pattern: str
    """Found in the answer, whatever its case."""
    words: str


_KNOWN: tuple[_Meaning, ...] = (
    _Meaning(
        r"5\.7\.30\b|5\.7\.139\b|basic authentication (?:is )?(?:not supported|disabled)"
        r"|smtpclientauthentication is disabled",
        "this provider no longer takes passwords here; name a program that prints an access token "
        "as token_command under [mail], or use another provider",
    ),
    _Meaning(
        r"application-specific password|app(?:lication)? password|5\.7\.9\b|invalidsecondfactor",
        "the server wants an app password; make one in the account's security settings and put it "
        "into the password file",
    ),
    _Meaning(
        r"^535.*(?:gsmtp|yahoo|icloud|badcredentials)",
        "the server did not take the password, and wants an app password instead of the account's; "
        "make one in the account's security settings and put it into the password file",
    ),
    _Meaning(
        r"^(?:535|534|538|454 4\.7\.8)\b",
        "the server did not take user and password; check both, and whether the provider wants an "
        "app password made for programs",
    ),
    _Meaning(
        r"^530.*starttls|must issue a starttls",
        'the server wants an encrypted connection; write security = "starttls" under [mail]',
    ),
    _Meaning(
        r"^530|authentication (?:is )?required|not logged in|unauthenticated senders",
        "the server wants you to sign in; write user and password_file under [mail]",
    ),
    _Meaning(
        r"not owned by|not allowed to send as|send ?as ?denied|5\.7\.60\b|sender address rejected"
        r"|sender verify failed|must be the same|from address|5\.1\.[78]\b",
        "the server does not let this account send in the club's name; write the account's own "
        "address into from under [mail]",
    ),
    _Meaning(
        r"relay(?:ing)? (?:access )?(?:is )?(?:denied|not permitted|not allowed|prohibited)"
        r"|unable to relay|not permitted to relay|may not relay",
        "the server does not pass mail on for you; sign in with user and password_file under "
        "[mail], or name your own provider's server as host",
    ),
    _Meaning(
        r"4\.2\.2\b|5\.2\.2\b|over ?quota|quota exceeded|mailbox (?:is )?full"
        r"|exceeded (?:their )?storage",
        "their mailbox is full; ask them to make room",
    ),
    _Meaning(
        r"5\.3\.4\b|message size|too large|exceeds? (?:the )?(?:maximum|fixed|size)",
        "the message is too large for the server",
    ),
    _Meaning(
        r"^4\d\d.*(?:gr[ae]y-?list|postgrey)|^45[01] 4\.7\.1\b.*(?:try|later|wait)",
        "their server asks unknown senders to come again (greylisting); the next run some minutes "
        "later gets through",
    ),
    _Meaning(
        r"^4\d\d.*(?:rate|too (?:many|much|fast|quickly)|limit|4\.7\.28\b|throttl)|^454 4\.7\.0\b",
        "the server takes no more for the moment; run it again later",
    ),
    _Meaning(
        r"5\.7\.26\b|5\.7\.515\b|\bdmarc\b|\bspf\b|\bdkim\b",
        "their provider wants proof that the club's address is genuine; send through the provider "
        "of the address in from, or have its SPF and DKIM set up",
    ),
    _Meaning(
        r"spam|blocked using|blacklist|blocklist|\brbl\b|reputation",
        "their server takes this for unwanted mail; ask them to allow the club's address, or send "
        "through another provider",
    ),
    _Meaning(
        r"5\.1\.2\b|5\.4\.[14]\b|host (?:or domain )?(?:name )?not found"
        r"|domain.*not (?:found|exist)|no mx|null ?mx|^556",
        "there is no such mail address: check what is behind the @ with them",
    ),
    _Meaning(
        r"5\.1\.1\b|5\.1\.10\b|user (?:is )?(?:unknown|not found)|unknown (?:user|recipient)"
        r"|no such (?:user|recipient|person)|does not exist|no mailbox|recipient.*(?:reject|unknow)"
        r"|mailbox (?:unavailable|not found)|account.*(?:disabled|inactive)|5\.2\.1\b",
        "nobody has this address there; ask them for the right one",
    ),
    _Meaning(r"^421\b", "the server ended the connection; run it again in some minutes"),
    _Meaning(r"^4\d\d\b", "the server could not take it just now; a later run tries again"),
    _Meaning(r"^5\d\d\b", "the server refused it"),
)
"""What answers mean; the first match counts."""


def answer_in_words(answer: str) -> str:
    """What a kept answer means and what to do; empty if it is no answer of a server."""
    for known in _KNOWN:
        if re.search(known.pattern, answer, re.IGNORECASE):
            return known.words
    return ""


def is_about_us(answer: str) -> bool:
    """Whether the refusal of a recipient is about the club, so that everybody's would follow."""
    return bool(
        re.search(r"^530\b|\brelay|authentication (?:is )?required|not logged in", answer, re.I)
    )


def is_about_recipient(answer: str) -> bool:
    """Whether a no is about the recipient: another address may help, another message would not.

    Enhanced codes say so where there is one: 1 is the address, 2 the mailbox, 4 the way there.
    """
    code = re.search(r"(?<![\d.])5\.(\d{1,3})\.(\d{1,3})(?![\d.])", answer)
    if code is not None and code[0] != "5.0.0":
        return code[1] in ("1", "2", "4") and code[0] not in ("5.1.7", "5.1.8")
    club = r"spam|block|black-?list|\brbl\b|reputation|policy|\bdmarc\b|\bspf\b|\bdkim\b|relay"
    return re.search(f"{club}|too large|message size", answer, re.IGNORECASE) is None


def is_about_size(answer: str) -> bool:
    """Whether a message was refused for its size."""
    return bool(re.search(r"^552\b|^523\b|5\.3\.4\b", answer))


# --- connections ----------------------------------------------------------------------------------

_EXPIRED, _NOT_YET, _NAMES = 10, 9, (62, 63, 64)
"""What OpenSSL numbers the faults of a certificate."""


def no_connection(error: Exception, mail: MailSettings) -> str:
    """Why there is no connection, and what to do."""
    where = f"{mail.host}, port {mail.usual_port}"
    match error:
        case ssl.SSLCertVerificationError():
            return _certificate(error, mail)
        case ssl.SSLError() if mail.security == "tls":
            text = f"{where} does not begin with encryption"
            return f'{text}; write security = "starttls" under [mail], often with port 587'
        case ssl.SSLError():
            return f"no encryption could be agreed on with {where}; ask the provider for the port"
        case socket.gaierror():
            text = f"no server is called {mail.host}, or this computer is offline"
            return f"{text}; check host under [mail] and the network"
        case ConnectionRefusedError():
            text = f"nothing answers at {where}"
            return f"{text}; check host and port under [mail], and whether the server is running"
        case TimeoutError():
            return _silence(where, mail)
        case OSError() if error.strerror:
            return f"{where} can't be reached ({error.strerror}); check the network"
    return f"{where} ended the connection; check port and security under [mail]"


def _silence(where: str, mail: MailSettings) -> str:
    text = f"no answer from {where}"
    if mail.security == "starttls" and mail.usual_port == 465:
        return f'{text}; port 465 wants security = "tls" under [mail]'
    if mail.usual_port == 25:
        return f"{text}; many networks block port 25: try port 587"
    return f"{text}; a firewall may block the port: try 587 with starttls, or 465 with tls"


def _certificate(error: ssl.SSLCertVerificationError, mail: MailSettings) -> str:
    match error.verify_code:
        case number if number in _NAMES:
            text = f"the server's certificate is for another name than {mail.host}"
            return f"{text}; write the name that the provider gives as host under [mail]"
        case number if number == _EXPIRED:
            return f"the certificate of {mail.host} has expired; tell whoever runs the server"
        case number if number == _NOT_YET:
            text = f"the certificate of {mail.host} is not valid yet"
            return f"{text}; check this computer's clock"
    text = f"nobody that this computer trusts vouches for the certificate of {mail.host}"
    return f"{text}; if the server is your own, name its certificate as ca_file under [mail]"


def no_starttls(mail: MailSettings) -> str:
    """The server offers no encryption, and nothing is sent without."""
    text = (
        f"{mail.host}, port {mail.usual_port} offers no STARTTLS, and mail is sent only encrypted"
    )
    return f'{text}; try port 465 with security = "tls" under [mail]'


def no_sign_in(mail: MailSettings) -> str:
    """The server knows none of the ways in which we can sign in."""
    if mail.token_command:
        return f"{mail.host} takes no access tokens (XOAUTH2); use a password_file there"
    text = f"{mail.host} takes no passwords on port {mail.usual_port}"
    return f"{text}; leave user and password_file away, or use the provider's port for sending"
