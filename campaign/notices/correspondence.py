"""What is known of a campaign's mail: its letters, addresses, and what is asked now. IO."""

from collections.abc import Iterable, Iterator
from email.utils import parseaddr

from campaign.desk.waiting import asked
from campaign.notices.deliveries import Deliveries
from campaign.notices.letter import ROOT
from campaign.notices.mail.message import domain_of, message_id, subject_token
from campaign.notices.mail.returned import Correspondence, OpenRequest, SentLetter
from campaign.notices.reply_words import ReplyWords
from campaign.people.people import People
from campaign.people.proving import is_taken_as_theirs
from campaign.settings import Settings
from campaign.store.ledger import Ledger
from campaign.store.reader import Live
from campaign.store.vault import VaultError

WORDS = "reply words"
"""What the vault's derived key is for."""


def reply_key(ledger: Ledger, campaign_id: str) -> bytes:
    """The key of the words to answer with; empty where the vault's is elsewhere."""
    try:
        return ledger.vault.derived(WORDS, campaign_id)
    except VaultError:
        return b""


def correspondence(
    ledger: Ledger,
    name: str,
    people: People,
    deliveries: Deliveries,
    settings: Settings,
    written: Iterable[tuple[str, str]] = (),
) -> Correspondence:
    """All of it, as it is now. `written` are the letters that were written to files.

    A letter's id follows from its occasion and member, so the ids of all letters that members may
    have can be worked out: those with a row, the digests that rows went out in, those in files, and
    those of what is asked now. Every letter answers the first id of its thread, which is the
    member's own.
    """
    live = ledger.live(name)
    campaign = live.state.campaign
    secret, domain = people.secret(), domain_of(parseaddr(settings.mail.sender)[1])
    requests = tuple(_requests(ledger, live))
    known = deliveries.known(campaign.id)
    keys = {
        **{(ROOT, member): None for member in campaign.members},
        **dict.fromkeys(known),
        **dict.fromkeys(written),
        **{(row.letter, row.member): None for row in known.values() if row.letter},
        **{(one.owed.occasion, one.member): None for one in requests},
    }
    letters = [SentLetter(occasion, member) for occasion, member in keys]
    chosen = people.all_choices(campaign)
    addresses = {member: choices.address for member, choices in chosen.items()}
    url = settings.service.url
    return Correspondence(
        letters={
            message_id(secret, campaign.id, one.occasion, one.member, domain): one
            for one in letters
        },
        tokens={
            subject_token(secret, campaign.id, one.occasion, one.member): one for one in letters
        },
        addresses=addresses,
        unproved=frozenset(
            member
            for member, address in addresses.items()
            if not is_taken_as_theirs(people.file, people.person_in(campaign.id, member), address)
        ),
        requests=requests,
        server=settings.mail.authserv_id,
        elsewhere=f"{url.rstrip('/')}/c/{name}" if url else "",
    )


def _requests(ledger: Ledger, live: Live) -> Iterator[OpenRequest]:
    campaign = live.state.campaign
    key = reply_key(ledger, campaign.id)
    words = ReplyWords(key, campaign.id, campaign.seats)
    for part in asked(live.system, live.state, ledger.now()):
        for member in part.members:
            yield OpenRequest(member, part.owed, words.of(part.owed))
