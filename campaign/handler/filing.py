"""Dispatches at the desk: the words go beside the record, a mark of them into it. IO.

    the words are pending ──► the command is decided ──► they are filed, or dropped

Whoever is killed in between has recorded the command or not: the next one who comes sees which. No
digest of the words exists but the salted mark: the receipt is over the command with it in their
place.
"""

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from campaign.accounts.table.diary import ALL, StoredDispatch
from campaign.diary import deciding
from campaign.diary.commands import MOST_PICTURES, FileDispatch, RemoveDispatch
from campaign.diary.reading import Content, mark_of
from campaign.diary.words import PictureShown, fault, line_fault, plain
from campaign.handler.dispatches import SALT_BYTES, DiaryShelf, draft_key, packed
from campaign.handler.enrolment import EnrolmentHandler
from campaign.kernel import decisions
from campaign.kernel.decisions import Refused, bad_field
from campaign.kernel.keys import ActSignature
from campaign.kernel.members import GameState
from campaign.kernel.system import AnySystem
from campaign.store.ledger import Ledger
from campaign.store.submission import PrivateFields, StoredAnswer
from campaign.text.json_values import JsonObject
from campaign.text.moments import is_seen
from campaign.world import chance

_NO_MARK = "0" * 64
"""Stands for the mark where nothing is recorded."""
MOST_BYTES = 300_000_000
"""How many bytes the pictures of a campaign may have."""


class _Taken(msgspec.Struct, frozen=True):
    """A command without its words."""

    fields: JsonObject
    content: Content
    fault: Refused | None

    def sent(self, **more: object) -> bytes:
        """The command as it is read, with some fields."""
        return msgspec.json.encode({**self.fields, **more})


def _taken(sent: bytes, pictures: Sequence[PictureShown]) -> _Taken | None:
    """A command that files something, apart from its words; None for any other."""
    try:
        fields = msgspec.json.decode(sent)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None
    if not isinstance(fields, dict) or fields.get("command") != FileDispatch.__name__:
        return None
    typed = fields.pop("words", "")
    fields.pop("mark", None)
    counted = fields.pop("pictures", None)
    if pictures:
        fields["pictures"] = len(pictures)
    words = plain(typed) if isinstance(typed, str) else ""
    why: Refused | None
    if not isinstance(typed, str):
        why = bad_field("words", "write your story as text")
    elif counted not in (None, 0, len(pictures)):
        why = bad_field("pictures", "this way brings none; the page of the diary and the verb do")
    else:
        why = _wrong(words, pictures)
    return _Taken(fields, Content(words, tuple(pictures)), why)


def _wrong(words: str, pictures: Sequence[PictureShown]) -> Refused | None:
    """Why words and pictures may not be filed; None if they may."""
    if text := fault(words):
        return bad_field("words", text)
    if len(pictures) > MOST_PICTURES:
        return bad_field("pictures", f"there are {len(pictures)}; {MOST_PICTURES} fit")
    for number, one in enumerate(pictures, 1):
        if not is_seen(one.alt):
            return bad_field("pictures", f"say in a few words what picture {number} shows")
        for line in (one.alt, one.caption):
            if text := line_fault(line):
                return bad_field("pictures", f"the words of picture {number}: {text}")
    return None


class DispatchHandler:
    """Hands commands about the diary to the ledger, without their words."""

    def __init__(self, ledger: Ledger, others: EnrolmentHandler) -> None:
        self._ledger = ledger
        self._others = others
        self.shelf = DiaryShelf(ledger)

    def close(self) -> None:
        """Lets go of the rows."""
        self.shelf.close()

    def outcome(
        self,
        name: str,
        sent: bytes,
        by: str,
        key: str,
        signature: ActSignature | None = None,
        pictures: Sequence[PictureShown] = (),
    ) -> StoredAnswer:
        """Decides a command, and keeps or erases words as it says."""
        taken = _taken(sent, pictures)
        with self._ledger.store.alone(name):
            if taken is None:
                outcome = self._others.outcome(name, sent, by, key, signature)
                if outcome.refused is None:
                    self._follow(name, sent)
                return outcome
            return self._filed(name, taken, by, key)

    def tried(self, name: str, sent: bytes, by: str) -> Refused | None:
        """Why a command would be refused, as far as no secret decides it."""
        taken = _taken(sent, ())
        if taken is None:
            return self._others.tried(name, sent, by)
        return self._refused(name, taken, by) or self._ledger.tried(name, self._looked(taken), by)

    def looked_at(self, name: str, sent: bytes, by: str) -> bytes | PrivateFields | Refused:
        """A command as it would be decided, or why its words may not be kept. Keeps none."""
        taken = _taken(sent, ())
        if taken is None:
            return self._others.looked_at(name, sent, by)
        return self._refused(name, taken, by) or self._looked(taken)

    def _looked(self, taken: _Taken) -> bytes:
        """A command as it would be decided; a sealed subject is no part of it."""
        return taken.sent(mark=_NO_MARK, **({"subject": None} if taken.fields.get("until") else {}))

    def _refused(self, name: str, taken: _Taken, by: str) -> Refused | None:
        """Why the words may not be kept, whatever the rules say of the command."""
        live = self._ledger.live(name)
        campaign = live.state.campaign
        if taken.fault is not None:
            return taken.fault
        if self.shelf.rows.is_muted(campaign.id, by):
            called = campaign.called(by)
            text = f"a host has muted {called} in the diary, until one lets them write again"
            return Refused(deciding.DIARY, text)
        coming = sum(len(one.jpeg) for one in taken.content.pictures)
        if coming and self.shelf.rows.size(campaign.id) + coming > MOST_BYTES:
            text = f"the diary's pictures are full: {MOST_BYTES // 1_000_000} MB a campaign"
            return Refused(deciding.DIARY, text)
        sealed = taken.content.subject
        return deciding.unknown_subject(live.system.view.subjects(live.state), sealed)

    def _filed(self, name: str, taken: _Taken, by: str, key: str) -> StoredAnswer:
        """Decides a command that files something; the caller is alone with the campaign."""
        live = self._ledger.live(name)
        campaign_id = live.state.campaign.id
        self.shelf.settle(name, live)
        own = taken.fields.get("id")
        key = own if isinstance(own, str) and own else key
        first = self.shelf.rows.under(campaign_id, key)
        if first is not None and first.state == "held":
            return self._is_held(name, first)
        taken, is_sealed = self._sealed(live.system, live.state, taken, by)
        salt = (self._salt_of(first) if first else "") or chance.token_hex(SALT_BYTES)
        read = taken.sent(mark=mark_of(taken.content, salt))
        if self._ledger.store.versions_of(name, key) is not None:
            return self._sent(name, read, by, key)
        if refused := self._refused(name, taken, by):
            return self._sent(name, taken.sent(mark=_NO_MARK), by, key, refused)
        at = self._ledger.now()
        made = StoredDispatch(campaign_id, key, "", by, "pending", is_sealed, "", b"", read, at)
        row, jpegs = packed(self._ledger.vault, made, taken.content, salt)
        if self._waits(live.state, by):
            return self._hold(name, row, jpegs)
        self.shelf.rows.put(row, jpegs)
        outcome = self._sent(name, read, by, key)
        self.shelf.settle(name, self._ledger.live(name))
        return outcome

    def _sealed(
        self, system: AnySystem, state: GameState, taken: _Taken, by: str
    ) -> tuple[_Taken, bool]:
        """A command of which a sealed subject is with the words, and whether it is sealed."""
        read = decisions.read(taken.sent(mark=_NO_MARK), system.rules.commands, by)
        if not isinstance(read, FileDispatch):
            return taken, False
        if not deciding.sealed_until(system, state.campaign, read):
            return taken, False
        fields = {name: value for name, value in taken.fields.items() if name != "subject"}
        content = replace(taken.content, subject=read.subject or self._subject_before(state, read))
        return replace(taken, fields=fields, content=content), True

    def _subject_before(self, state: GameState, read: FileDispatch) -> str:
        """The sealed subject of the dispatch in whose place another comes."""
        first = read.replaces or ""
        content = self.shelf.contents(state.campaign.id, {first}).get(first)
        return content.subject if content else ""

    def _salt_of(self, first: StoredDispatch) -> str:
        """The salt of what was filed under the same key: the same words have the same mark."""
        content = self.shelf.opened(first)
        return content[1] if content else ""

    def _sent(
        self, name: str, read: bytes, by: str, key: str, refused: Refused | None = None
    ) -> StoredAnswer:
        apart = PrivateFields(read, read, refused=refused)
        return self._ledger.outcome(name, apart, by, key)

    # --- held -----------------------------------------------------------------------------------

    def _waits(self, state: GameState, by: str) -> bool:
        """Whether a host reads it first."""
        campaign = state.campaign
        return not campaign.is_host(by) and self.shelf.rows.is_muted(campaign.id, ALL)

    def _hold(self, name: str, row: StoredDispatch, jpegs: list[bytes]) -> StoredAnswer:
        if refused := self._ledger.foreseen(name, row.sent, row.member):
            return self._sent(name, row.sent, row.member, row.key, refused)
        campaign = self._ledger.live(name).state.campaign
        held = self.shelf.rows.of(row.campaign, "held")
        waiting = sum(one.member == row.member and one.at[:10] == row.at[:10] for one in held)
        if refused := deciding.may_write(campaign, row.member, row.at, waiting):
            return self._sent(name, row.sent, row.member, row.key, refused)
        number = max((int(one.id[1:]) for one in held), default=0) + 1
        self.shelf.rows.put(replace(row, state="held", id=f"h{number}"), jpegs)
        return self._is_held(name, replace(row, id=f"h{number}"))

    def _is_held(self, name: str, row: StoredDispatch) -> StoredAnswer:
        live = self._ledger.live(name)
        return StoredAnswer({**decisions.accepted_alone(live.version, live.head), "held": row.id})

    def release(self, name: str, held: str) -> StoredAnswer | None:
        """Files what is held, in its author's name; None where nothing is held under the id."""
        with self._ledger.store.alone(name):
            campaign_id = self._ledger.live(name).state.campaign.id
            rows = self.shelf.rows.of(campaign_id, "held")
            one = next((row for row in rows if row.id == held), None)
            if one is None:
                return None
            outcome = self._sent(name, one.sent, one.member, one.key)
            self.shelf.settle(name, self._ledger.live(name))
            return outcome

    def drop(self, name: str, held: str, by: str) -> bool:
        """Erases what is held; whether it was there, and theirs or they a host."""
        campaign = self._ledger.live(name).state.campaign
        rows = self.shelf.rows.of(campaign.id, "held")
        able = [
            one.key for one in rows if one.id == held and (one.member == by or campaign.is_host(by))
        ]
        self.shelf.rows.erase(campaign.id, able)
        return bool(able)

    def forget(self, name: str, member: str, by: str) -> int | Refused:
        """Removes everything that a member wrote, also to the hosts about others' dispatches; how
        many dispatches of theirs. Those that others reported of these are dealt with.
        """
        campaign = self._ledger.live(name).state.campaign
        if by != member and not campaign.is_host(by):
            return Refused("Members", f"only {campaign.called(member)} or a host can do this")
        filed = campaign.record.dispatches.values()
        there = [one.id for one in filed if one.by == member and one.is_there]
        for dispatch in there:
            fields = {"command": RemoveDispatch.__name__, "dispatch": dispatch}
            sent = msgspec.json.encode({**fields, "reason": "forgotten"})
            outcome = self.outcome(name, sent, by, chance.token_hex(8))
            if outcome.refused is not None:
                return outcome.refused
        waiting = self.shelf.rows.of(campaign.id, "held", "draft")
        keys = [one.key for one in waiting if one.member == member]
        self.shelf.rows.erase(campaign.id, keys)
        self.shelf.rows.withdraw(campaign.id, member)
        return len(there) + len(keys)

    # --- drafts ---------------------------------------------------------------------------------

    def drafts(self, name: str) -> list[StoredDispatch]:
        """What waits for its author's word, the oldest first."""
        live = self._ledger.live(name)
        self.shelf.settle(name, live)
        return self.shelf.rows.of(live.state.campaign.id, "draft")

    def keep_draft(
        self, name: str, sent: bytes, by: str, key: str, pictures: Sequence[PictureShown] = ()
    ) -> Refused | None:
        """Keeps a story until its author has said that it is to be filed under the key; why not,
        where it could not be filed.
        """
        taken = _taken(sent, pictures)
        assert taken is not None, "it files something"
        with self._ledger.store.alone(name):
            looked = self._looked(taken)
            if refused := self._refused(name, taken, by) or self._ledger.foreseen(name, looked, by):
                return refused
            if sum(one.member == by for one in self.drafts(name)) >= deciding.A_DAY:
                return Refused(deciding.DIARY, f"{deciding.A_DAY} stories of yours wait already")
            campaign_id, at = self._ledger.live(name).state.campaign.id, self._ledger.now()
            read, of_draft = taken.sent(id=key), draft_key(key)
            made = StoredDispatch(campaign_id, of_draft, "", by, "draft", False, "", b"", read, at)
            self.shelf.rows.put(*packed(self._ledger.vault, made, taken.content, ""))
        return None

    def file_draft(self, name: str, key: str) -> StoredAnswer | None:
        """Files what waits, as its author does; None where nothing waits under the key."""
        with self._ledger.store.alone(name):
            campaign_id = self._ledger.live(name).state.campaign.id
            one = self.shelf.rows.under(campaign_id, draft_key(key))
            content = self.shelf.content(one) if one is not None else None
            if one is None or content is None:
                return None
            sent = msgspec.json.encode({**msgspec.json.decode(one.sent), "words": content.words})
            outcome = self.outcome(name, sent, one.member, key, None, content.pictures)
            if outcome.refused is None:
                self.shelf.rows.erase(campaign_id, [one.key])
        return outcome

    def drop_draft(self, name: str, key: str) -> None:
        """Erases what waits."""
        campaign_id = self._ledger.live(name).state.campaign.id
        self.shelf.rows.erase(campaign_id, [draft_key(key)])

    # --- behind other commands ------------------------------------------------------------------

    def _follow(self, name: str, sent: bytes) -> None:
        """Erases what was removed, and seals anew once the vault has another key."""
        live = self._ledger.live(name)
        campaign_id = live.state.campaign.id
        command = msgspec.json.decode(sent)
        if command.get("command") == RemoveDispatch.__name__:
            self.shelf.rows.settle(campaign_id, str(command.get("dispatch")))
            self.shelf.settle(name, live)
        elif command.get("command") == "RenewVault":
            self.shelf.seal_again(campaign_id)
