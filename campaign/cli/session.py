"""One call's surroundings: the store, the acting member, and how answers and refusals are shown."""

import os
import re
import sys
from contextlib import ExitStack, suppress
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click

from campaign.cli.stores import Refusal, StoreInUse, WrongUsage
from campaign.text.json_values import JsonObject

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from campaign.accounts.people import People
    from campaign.diary.words import PictureShown
    from campaign.handler.command_handler import Actor, CommandHandler
    from campaign.handler.writer_queue import Subscriber
    from campaign.kernel.decisions import Command, Refused
    from campaign.kernel.keys import ActSignature
    from campaign.store.ledger import Ledger
    from campaign.store.protocol import StorePlace
    from campaign.store.reader import Live, Reader
    from campaign.store.submission import StoredAnswer


# --- Refusals in the words of the command line: fields by the names as they are typed -----------
#
# A program reads the field's own name, as JSON has it; a person typed `--first-turn`.

_FIELD = r"^(?:[A-Z][A-Za-z]+, )?(?P<field>[a-z_]+)(?=: )"
_QUOTED = r"`(?P<field>[a-z_]+)`"


def as_typed(reason: str) -> str:
    """A refusal's reason as the call's own help names what it is about."""
    context = click.get_current_context(silent=True)
    if context is None:
        return reason
    typed = _typed(context)

    def named(match: re.Match[str]) -> str:
        return typed.get(match["field"], match[0])

    reason = re.sub(_FIELD, named, reason)
    return re.sub(
        _QUOTED, lambda match: f"`{typed[match[1]]}`" if match[1] in typed else match[0], reason
    )


def refusal(why: "Refused") -> click.ClickException:
    """A refusal that ends the call: by a rule, or because what was typed makes no sense."""
    reason = as_typed(why.reason)
    return WrongUsage(reason) if why.rule is None else Refusal(reason, why.rule)


def _typed(context: click.Context) -> dict[str, str]:
    """What is typed for each field: an option's own name, or an argument's word."""
    typed: dict[str, str] = {}
    for param in context.command.get_params(context):
        if isinstance(param, click.Option):
            option = max(param.opts, key=len)
            name = option.removeprefix("--").replace("-", "_")
            words = {param.name or "": option, name: option, f"{name}s": option}
        else:
            words = {param.name or "": _word(param)}
        typed |= {field: word for field, word in words.items() if field not in typed}
    return typed


def _word(param: click.Parameter) -> str:
    """An argument's word in the usage line, such as POWER."""
    shown = re.sub(r"[][.]", "", str(param.metavar or ""))
    return shown if shown.isalpha() else (param.name or "").replace("_", "-").upper()


# --- `--receipt FILE`: where a verb keeps its answers, with salts that no screen shows ----------


class ReceiptFile:
    """A new file for the answers of one call, created before anything is sent.

    So a file that cannot be written is noticed before anything is recorded.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._handle: int | None = None
        self._written = False

    def reserve(self) -> None:
        """Makes the file, readable by its owner alone.

        Raises `OSError`, and `FileExistsError` if it exists already: it may hold a salt.
        """
        if self._handle is None:
            self._handle = os.open(self.path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)

    def keep(self, answer: JsonObject) -> None:
        """Writes an answer as a line, flushed to disk before the call goes on. Raises `OSError`."""
        import msgspec

        assert self._handle is not None
        line = msgspec.json.encode(answer) + b"\n"
        while line:
            line = line[os.write(self._handle, line) :]
        os.fsync(self._handle)
        self._written = True

    def close(self) -> None:
        """Closes the file; deletes it if it is empty."""
        if self._handle is None:
            return
        os.close(self._handle)
        self._handle = None
        if not self._written:
            self.path.unlink(missing_ok=True)


# --- One call's surroundings: the store, the acting member, and how answers are shown -----------

HOST = "host"
OF_NO_TIME = ("Members", "Record", "Quota", "Club")
"""Rules of refusals that are not about the time; what comes next would not help."""
RECEIPTS_VARIABLE = "CAMPAIGN_RECEIPTS"
"""Set to anything, it shows the receipt of every command."""


class Session:
    """The store and the member that one call is about."""

    def __init__(self) -> None:
        self.store = StoreInUse()
        self.member = HOST
        self.words: tuple[str, ...] = ()
        """What was typed behind `campaign`."""
        self.sign_with: Path | None = None
        """The member's own key, where what is sent is to be signed."""
        self.pictures: Sequence[PictureShown] = ()
        """What comes with a dispatch that is sent."""
        self.is_dry_run = False
        """Whether what is sent is shown only, and not recorded."""
        self.begins_store = False
        """Whether this call makes a store where there is none."""
        self._reader: Reader | None = None
        self._ledger: Ledger | None = None
        self._desk: CommandHandler | None = None
        self._people: People | None = None
        self._opened = ExitStack()
        """What else is open until the call ends."""
        self._warned = False
        self.receipt_file: ReceiptFile | None = None
        self.is_streaming = False
        """Whether many commands come in one call, so that the tables follow behind each answer."""
        self._clock_is_right = False
        """Whether somebody at the terminal has said so."""
        self._receipt_matters = False
        """Whether what was sent last holds a member's own secret."""

    @property
    def place(self) -> "StorePlace":
        """Where the store is."""
        return self.store.place

    @property
    def path(self) -> Path:
        """The store's file, or the name beside which a database's files lie."""
        return self.store.path

    @property
    def reader(self) -> "Reader":
        """The store to read, opened on first use."""
        if self._reader is None:
            from campaign.store.reader import Reader

            if heading := self.store.heading():
                self.note(heading)
            reader = Reader(self.place)
            if not self.store.may_be_there and (other := self.store.other_book()):
                if not self.begins_store:
                    nothing = f"there is no campaign store at {self.path}"
                    raise click.ClickException(f"{nothing}; {other}")
                self.note(f"this begins a new store at {self.path}; {other}")
            reader.naming = self._named
            self._reader = reader
        return self._reader

    def _named(self, live: "Live") -> "Live":
        """A campaign with the names that its people's file keeps apart from the record."""
        if not any(name.startswith("Member ") for name in live.state.campaign.names.values()):
            return live  # as nearly always: no name is kept apart
        from contextlib import closing

        from campaign.accounts.database import open_people
        from campaign.accounts.table.names import naming

        with closing(open_people(self.place, ())) as file:
            return naming(lambda: file)(live)

    @property
    def ledger(self) -> "Ledger":
        """The ledger, opened on first use."""
        if self._ledger is None:
            from campaign.store.ledger import Ledger

            self._ledger = Ledger(self.reader)
        return self._ledger

    @property
    def desk(self) -> "CommandHandler":
        """The desk that everything is handed in at, opened on first use."""
        if self._desk is None:
            from campaign.accounts.allowance import allowance_at
            from campaign.handler.command_handler import CommandHandler
            from campaign.handler.writer_queue import Subscribers

            tables = Subscribers(self._tables, self._lagging, in_background=self.is_streaming)
            may, people = allowance_at(self.place), self.people
            self._desk = CommandHandler(
                self.ledger, tables, is_shared=False, people=people, allowance=may
            )
        return self._desk

    @property
    def people(self) -> "People":
        """The people beside the store. What an earlier call left pending is settled first.

        Where their file cannot be used, that stops no call but those that need it.
        """
        if self._people is None:
            from campaign.accounts.addresses import opened

            self._people = opened(self.place, self.ledger, self.warn)
            self._opened.callback(self._people.close)
        return self._people

    def _tables(self) -> "Subscriber":
        """What keeps the read tables; in a thread of its own, with its own reader."""
        from campaign.projections.projector import TablesFollower
        from campaign.store.reader import Reader

        if not self.is_streaming:
            return TablesFollower(self.ledger)
        reader = Reader(self.place)
        self._opened.callback(reader.store.close)
        return TablesFollower(reader)

    def close(self) -> None:
        """Brings the read tables up to date, and closes the files.

        The answer has been printed by then: nobody waits for the tables.
        """
        if self.receipt_file is not None:
            self.receipt_file.close()
        self.store.used_by(self._reader)
        if self._desk is not None:
            sys.stdout.flush()
            self._desk.close()
        elif self._reader is not None:
            self._reader.close()
        self._opened.close()

    def has(self, name: str) -> bool:
        """Whether there is a store, and a campaign of this name in it."""
        return self.reader.store.exists() and self.reader.store.version(name) > 0

    def played(self, arguments: "Sequence[str]") -> str:
        """The system of the first campaign among the words after a verb, else that of the selected
        one; empty where a game or file is named first, help is asked for, or the store cannot be
        read, which the verb itself will say.
        """
        from campaign.store.protocol import StoreError

        self._use_typed_store(arguments)
        if not self.store.may_be_there or {"--help", "-h"} & set(arguments):
            return ""
        selected = self.store.campaign()
        with suppress(StoreError):
            for word in (*arguments, selected):
                if word.startswith("--system") or Path(word).suffix in (".toml", ".json"):
                    break
                name = selected if word == "." else word
                if name and not name.startswith("-") and self.has(name):
                    return str(self.live(name).state.campaign.system)
        return ""

    def _use_typed_store(self, arguments: "Sequence[str]") -> None:
        """Takes the store of a `--store` behind the verb, which is read later."""
        for word, value in pairwise((*arguments, "")):
            option, equals, store = word.partition("=")
            if option == "--store":
                self.store.given, self.store.is_typed = store if equals else value, True

    def must_exist(self, name: str) -> None:
        """Fails on a campaign that the store does not have, suggesting a similar name."""
        if self.reader.store.version(name) == 0:
            from campaign.text.english import near

            names = self.reader.names()
            hint = near(name, names) or _near_behind(name)
            if not hint and names:
                hint = f"; there is {', '.join(names[:8])}{' …' if len(names) > 8 else ''}"
            if others := self.store.others_with(name):
                hint = f"; {others[0]} has it: `campaign --store {others[0]} select {name}`"
            raise WrongUsage(f"there is no campaign {name!r} in {self.place}{hint}")

    def live(self, name: str, at: int | None = None) -> "Live":
        """A campaign folded up to a version."""
        self.must_exist(name)
        return self.reader.live(name, at)

    def called(self, name: str, member: str) -> str:
        """What a member is called. Fails where nobody of that id is enrolled."""
        campaign = self.live(name).state.campaign
        if member in campaign.members:
            return str(campaign.called(member))
        from campaign.text.english import near

        raise WrongUsage(f"{member!r} is not enrolled in {name}{near(member, campaign.members)}")

    # --- acting ---------------------------------------------------------------------------------

    def act(
        self, name: str, command: "type[Command]", /, *, as_json: bool, **fields: object
    ) -> None:
        """Submits one command in the member's name and shows the outcome."""
        self.must_exist(name)
        outcome = self.outcome(name, command, fields, ask=not as_json)
        self.tell(name, outcome.answer, command, as_json=as_json)

    def written(self, command: "type[Command]", fields: "Mapping[str, object]") -> JsonObject:
        """A command as a program writes it, without fields that are None."""
        filled = {key: value for key, value in fields.items() if value is not None}
        return {"command": str(command.__struct_config__.tag), "by": self.member, **filled}

    def outcome(
        self,
        name: str,
        command: "type[Command]",
        fields: "Mapping[str, object]",
        *,
        ask: bool = True,
        at_the_keyboard: str = "",
    ) -> "StoredAnswer":
        """Submits a command in the member's name; its answer, and what a refusal is about.

        At a terminal it asks first if the clock is more than a day ahead of the last event: a wrong
        clock would push the times of all later events forward. Without a terminal it says so beside
        the answer. A clock that is behind is mentioned beside any answer.

        A member to whom the keyboard was passed sends in their own name, and nobody else keeps
        their receipt.
        """
        if self.is_dry_run:
            show_dry_run(self, name, self.written(command, fields), as_json=not ask)
        if ask:
            self.ask_about_the_clock(name)
        from campaign.kernel.decisions import secret

        self._receipt_matters = bool(secret(command)) and command.who != "host"
        sent = self.written(command, fields)
        if at_the_keyboard not in ("", self.member):
            outcome = self.submitted(name, {**sent, "by": at_the_keyboard})
        else:
            outcome = self._with_receipt(name, sent)
        answer = outcome.answer
        if ask and "clock" in answer:
            recorded = answer["accepted"] and not self._clock_is_right
            if recorded or self.ledger.clock_is_behind(name):
                self.note(answer["clock"])
        return outcome

    def send(self, name: str, sent: bytes) -> JsonObject:
        """Submits as it is, and keeps the answer in the file of `--receipt`."""
        return self._with_receipt(name, sent).answer

    def submitted(self, name: str, sent: JsonObject | bytes) -> "StoredAnswer":
        """Hands in a command as it is, at the store's own machine."""
        text, signature = signed_envelope(self, name, sent)
        return self.desk.submit(name, text, self.actor, signature=signature, pictures=self.pictures)

    def foreseen(
        self,
        name: str,
        command: "type[Command]",
        fields: "Mapping[str, object]",
        *,
        without_secrets: bool = False,
    ) -> "Refused | None":
        """Why a command in the member's name would be refused now; None if it would be accepted.
        `without_secrets` says it as far as it can be told without looking at anything secret.
        """
        from campaign.verify.receipts import text_of

        sent = text_of(self.written(command, fields))
        foresee = self.desk.tried if without_secrets else self.desk.foresee
        return foresee(name, sent, self.actor)

    @property
    def actor(self) -> "Actor":
        """The member as the desk knows them, at the store's own machine."""
        from campaign.handler.command_handler import Actor

        return Actor(self.member, is_local=True)

    def _with_receipt(self, name: str, sent: JsonObject | bytes) -> "StoredAnswer":
        file = self.receipt_file
        if file is None:
            return self.submitted(name, sent)
        try:
            file.reserve()
        except FileExistsError:
            fault = f"{file.path} is there already, and may hold a salt; name a new file"
            raise WrongUsage(f"{fault}. Nothing was recorded") from None
        except OSError as error:
            fault = f"cannot write {file.path}: {error.strerror}"
            raise WrongUsage(f"{fault}. Nothing was recorded") from error
        outcome = self.submitted(name, sent)
        try:
            file.keep(outcome.answer)
        except OSError as error:
            self.warn(f"the answer stands, but not its salt in {file.path}: {error.strerror}")
        return outcome

    def ask_about_the_clock(self, name: str) -> None:
        """Asks, once per call, at a terminal: whether a clock far ahead of the record is right."""
        if self._clock_is_right or not (sys.stdin.isatty() and sys.stdout.isatty()):
            return
        if not self.ledger.clock_is_ahead(name):
            return
        from campaign.cli.terminal import confirmed

        warning, _, _ = self.ledger.about_the_clock(name).partition(";")
        if not confirmed(f"{warning[:1].upper()}{warning[1:]}. Is the clock right?"):
            raise Refusal("nothing was recorded; set this computer's clock right and try again")
        self._clock_is_right = True

    def tell(
        self,
        name: str,
        answer: JsonObject,
        command: "type[Command] | None" = None,
        whose: str | None = None,
        *,
        as_json: bool,
    ) -> None:
        """Prints an answer, for a reader or a program; a refusal ends the call.

        With `whose` it is one answer of several, and its receipt is shown only where it is wanted.
        """
        from campaign.cli import output

        if answer["accepted"]:
            output.accepted(self.ledger, name, answer, as_json=as_json)
            shown = self._shows_receipt if whose is None else self._wants_receipt
            if not as_json and shown:
                output.receipt(answer, str(self.receipt_file.path) if self.receipt_file else "")
            self.no_salt_here(answer, as_json=as_json)
            return
        if as_json:
            output.json_line(output.unsalted(answer))
            self.no_salt_here(answer, as_json=True)
        reason = as_typed(answer["reason"])
        if answer["rule"] is None:
            raise WrongUsage(reason)
        next_step = "" if answer["rule"] in OF_NO_TIME else self.desk.hint(name, command)
        hint = f" ({next_step})" if next_step else ""
        raise Refusal(f"{reason}{hint}{self._receipt_of(answer)}", answer["rule"])

    def _receipt_of(self, answer: JsonObject) -> str:
        """What is said behind a refusal of its receipt."""
        if self._shows_receipt and "receipt" in answer:
            return f" [receipt {answer['receipt']['id']}]"
        return f"; {answer['no_receipt']}" if "no_receipt" in answer else ""

    @property
    def _shows_receipt(self) -> bool:
        """Whether an answer names its receipt: for a member's own secret, or where it is wanted.

        `campaign receipts` lists the others.
        """
        return self._wants_receipt or self._receipt_matters

    @property
    def _wants_receipt(self) -> bool:
        """Whether somebody asked for receipts, with the option or the variable."""
        return self.receipt_file is not None or RECEIPTS_VARIABLE in os.environ

    def no_salt_here(self, answer: JsonObject, *, as_json: bool) -> None:
        """Says that an answer on the screen leaves out its salt, and how to get it."""
        from campaign.cli import output

        if as_json and self.receipt_file is None and output.unsalted(answer) is not answer:
            self.note("no salt is shown on a screen; --receipt FILE writes it to a file of yours")

    def _lagging(self, name: str, error: Exception) -> None:
        """Says that the read tables could not be brought up to date; the answer stands."""
        reason = " ".join(str(error).split()) or type(error).__name__
        self.warn(f"recorded, but the read tables are behind: {reason}")

    def note(self, text: str) -> None:
        """Says something beside the answer, in one line."""
        from campaign.cli import output

        output.echo(f"campaign: {text}", err=True)

    def warn(self, text: str) -> None:
        """Warns, once per call, about something that failed without stopping the call."""
        if not self._warned:
            self._warned = True
            self.note(text)


def _near_behind(name: str) -> str:
    """Suggests a verb behind the word that was typed, where no campaign is like a name."""
    from campaign.cli.help_pages import family_of
    from campaign.text.english import nearest, or_else

    context = click.get_current_context(silent=True)
    if context is None or (family := family_of(context)) is None:
        return ""
    return or_else([f"{family.word} {verb}" for verb in nearest(name, family.behind)])


def must_be_played(session: Session, name: str, system: str, words: str) -> None:
    """Fails on a verb of another game than the campaign's, naming both."""
    from campaign.systems import title

    state = session.live(name).state
    played: str = state.campaign.system
    if played != system:
        theirs = f"{title(played)}, whose verbs `campaign {played}` lists"
        raise WrongUsage(
            f"{words} is a verb of {title(system)}; {name} plays {theirs}. Nothing was recorded"
        )


# --- `--sign FILE`: a verb that sends signs what it sends with a member's own key ---------------


def signed_envelope(
    session: Session, name: str, sent: JsonObject | bytes
) -> "tuple[bytes, ActSignature | None]":
    """The text to hand in, and the acting member's signature over it if they want one.

    A signed text bears its own id. What is sent in another's name is not signed.
    """
    from campaign.handler.command_handler import named_by, new_id
    from campaign.verify.receipts import text_of

    text = text_of(sent)
    if session.sign_with is None or named_by(text) not in (None, session.member):
        return text, None
    from campaign.store import identity

    key = identity.load(session.sign_with)
    if not isinstance(sent, bytes):
        text = text_of({"id": new_id(), **sent})
    campaign_id = session.live(name).state.campaign.id
    return text, key.act_signature(campaign_id, session.member, text)


# --- `--dry-run`: what a command would record, without recording it -----------------------------
#
# It is decided as if it were sent, and leaves no receipt. A command that needs something secret is
# refused: whoever sees a draw before it is on record could think again.


def show_dry_run(session: Session, name: str, sent: JsonObject, *, as_json: bool) -> NoReturn:
    """Shows what would be recorded, and ends the call."""
    from campaign.cli import output
    from campaign.kernel import decisions
    from campaign.kernel.decisions import Refused
    from campaign.verify.receipts import text_of

    session.must_exist(name)
    previewed = session.desk.preview(name, text_of(sent), session.actor)
    if isinstance(previewed, Refused):
        if as_json:
            output.json_line({"dry_run": True, **decisions.refused(previewed)})
        raise refusal(previewed)
    version = session.ledger.live(name).version
    if as_json:
        events = [decisions.public(version + nth, event) for nth, event in enumerate(previewed, 1)]
        output.json_line({"dry_run": True, "accepted": True, "events": events})
    elif not previewed:
        output.echo("The address would be changed; nothing would be recorded. Nothing was changed.")
    else:
        output.echo("This would be recorded; nothing was:")
        sentence = output.sentences(session.ledger, name)
        for nth, event in enumerate(previewed, 1):
            output.entry(f"{version + nth:>5}  ", sentence(event))
    raise click.exceptions.Exit(0)
