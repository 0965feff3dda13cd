"""Corrections and undo: beside each form what would change; the button makes what was looked at."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial

import msgspec

from campaign.accounts.table.requests import LETTERS
from campaign.disputes import commands, interviews
from campaign.disputes.sentences import STANDS, stage
from campaign.disputes.sentences import events as in_words
from campaign.disputes.undo import whom
from campaign.handler.explanations import UNSEEN, CorrectionPreview, previewed, undo_of
from campaign.handler.requests import act_with, asked_undo_of, last_act_of
from campaign.kernel.decisions import Command, Refused
from campaign.kernel.interview import asking, pages
from campaign.kernel.interview.answers import Choice, Option
from campaign.kernel.interview.by_type import DONE, assembled, field_of, plan
from campaign.kernel.interview.runner import Setting, interviewed, offers_of
from campaign.kernel.record import Dispute
from campaign.text.english import capital, counted
from campaign.text.json_values import JsonObject
from campaign.web.context import Entered, RequestContext, get, post
from campaign.web.forms import FormField, NotReadError, figures, grouped, to_be_ticked
from campaign.web.interview_forms import TICKS, answers_of, box_of, groups, ticked
from campaign.web.parts.visited import called_in_figures, last_undo, lines_to_choose, sentences
from campaign.web.receipts import recorded
from campaign.web.replies import Reply, number, see_other
from campaign.web.screens import campaign_screen, not_recorded, nothing_to_sign, title
from events.base import Event

KINDS = {
    "strike": ("StrikeEvents", "Strike out", "Events that should not be there count no more."),
    "amend": ("AmendEvent", "Amend", "An event counts as it should have been recorded."),
    "insert": ("InsertCommand", "Insert", "What was forgotten counts at its place."),
    "adjust": ("AdjustFigure", "Adjust", "A figure changes from here on; the past stays."),
    "rewind": ("Rewind", "Go back", "Play goes back to where it was after an event."),
}
"""What can be done: its command, its name, and what it does."""
INSIDE = {"amend": "fields", "insert": "forgotten"}
"""The field that a correction's own questions go into."""
FIRST = {"amend": ("version",), "insert": ("after", "forgotten/command")}
"""What a page of its own asks first; a correction without such a page has one page alone."""
NOT_TYPED = frozenset({"dispute", "also", "seen", "fields", "forgotten"})
"""Fields of those commands that have no box of their own."""
LABELS = {
    "versions": ("What should not count?", "Tap the lines"),
    "version": ("Which line is wrong?", "Tap the line"),
    "after": ("After which line was it forgotten?", "Tap the line"),
    "to": ("Which is the last line that counts?", "Tap the line"),
    "of": ("Whose figure?", ""),
    "figure": ("Which figure?", ""),
    "change": ("By how much?", "2, or -1"),
}
"""What fields are called here, and what is said of them."""
GREW = 12
"""How many of the events that came meanwhile are told."""


def rulings(here: Entered) -> list[Dispute]:
    """The rulings that let the visitor correct the record, the newest first."""
    disputes = [
        one
        for one in here.campaign.record.disputes.values()
        if one.grants and (one.ruled_by == here.member or here.is_host)
    ]
    return list(reversed(disputes))


class Correcting(msgspec.Struct, frozen=True):
    """A correction as its form says it; without a ruling that lets the visitor make it there is
    nothing to fill in.
    """

    visit: RequestContext
    kind: str
    dispute: Dispute | None
    typed: Mapping[str, str]

    @property
    def command(self) -> type[Command]:
        """The command that makes it."""
        return self.visit.here.live.system.rules.commands[KINDS[self.kind][0]]

    @property
    def field(self) -> str:
        """The field that its own questions go into; empty where it has none."""
        return INSIDE.get(self.kind, "")

    @property
    def version(self) -> int:
        """The event to be amended; -1 while none is named."""
        return number(self.typed.get("version", "").strip())

    def begins_with(self, wrong: str) -> bool:
        """Whether the first page is shown: it is not answered, or `wrong` is a field of it."""
        first = FIRST.get(self.kind, ())
        is_answered = self.version >= 0 if self.kind == "amend" else all(map(self.typed.get, first))
        return not is_answered or wrong in first

    def own(self) -> pages.Page:
        """The questions of the correction itself."""
        here = self.visit.here
        lines = partial(lines_to_choose, self.visit.house, here)
        offers = offers_of(here.live.system, here.live.state, self.command, lines)
        asked = (page for page in plan(self.command, offers) if field_of(page) not in NOT_TYPED)
        return pages.Page(tuple(_labelled(one) for page in asked for one in page.questions))

    def asked(self) -> pages.Outcome | None:
        """What an amendment or an insertion asks next; None for other corrections."""
        if not self.field or self.dispute is None:
            return None
        here = self.visit.here
        answers = self._answers()
        setting = Setting(here.member, past=self.visit.house.ledger.past_of(here.name))
        for _ in range(asking.ROUNDS):
            outcome = interviewed(here.live.system, here.live.state, self.command, answers, setting)
            by_itself = _by_itself(outcome.page) if isinstance(outcome, pages.NextPage) else {}
            if not by_itself.keys() - answers.keys():
                return outcome
            answers = {**by_itself, **answers}
        return outcome

    def _answers(self) -> dict[str, str]:
        """The answers of a correction to itself, and those to what goes into its field."""
        assert self.dispute is not None
        stands = msgspec.structs.replace(self, typed={}).stands()
        own = {
            one: self.typed.get(one, stands.get(one, "")) for one in ("version", "after", "reason")
        }
        typed = answers_of(self.typed)
        inside = {key: text for key, text in typed.items() if key.startswith(self.field)}
        answers = {**own, "also": "", "seen": UNSEEN, **inside, "dispute": self.dispute.id}
        if any(key.startswith(f"{self.field}/") for key in answers):
            answers[self.field] = DONE
        return answers

    def stands(self) -> dict[str, str]:
        """What the boxes hold before anybody types: the disputed events."""
        if self.dispute is None:
            return {}
        versions, here = self.dispute.versions, self.visit.here
        if self.kind == "strike":
            return {"versions": " ".join(map(str, versions))}
        if self.kind == "amend":
            event = self.event()
            offers = offers_of(here.live.system, here.live.state, commands.AmendEvent)
            now = interviews.standing(event, offers) if event else {}
            inside = {f"fields/{name}": text for name, text in now.items()}
            return {"version": str(versions[0]), **inside}
        return {"after": str(versions[-1]), "to": str(max(1, versions[0] - 1))}

    def event(self) -> Event | None:
        """The event to be amended, as it counts; None if there is no such event."""
        here, version = self.visit.here, self.version
        if not 1 <= version <= here.live.version:
            return None
        entries = self.visit.house.ledger.effective(here.name, version - 1, version)
        return next((one.event for one in entries if one.version == version), None)

    def fields(self) -> JsonObject:
        """What was typed as a command, but for its preview's digest.

        Raises `NotReadError` where the text of a field is not of its kind.
        """
        assert self.dispute is not None
        page = self.own()
        own = _answered(
            pages.run(_one_page(page), answers_of(self.typed), sent=pages.first_key(page))
        )
        fields: JsonObject = {"command": KINDS[self.kind][0], "dispute": self.dispute.id, **own}
        if (asked := self.asked()) is not None:
            fields[self.field] = _answered(asked)[self.field]
        return fields

    def previewed(self) -> CorrectionPreview | Refused:
        """What it would change, or why it cannot be. Raises `NotReadError`."""
        here, command = self.visit.here, {**self.fields(), "seen": UNSEEN}
        text = msgspec.json.encode(command)
        return previewed(self.visit.house.ledger, here.name, text, here.member)


def _by_itself(page: pages.AnyPage) -> dict[str, str]:
    """The answers that no box gives: a table's rows are on the same page, and a secret has no box,
    as no correction brings one into the record.
    """
    secrets = {one.key: "" for one in page.questions if one.is_secret}
    return {page.rows: DONE} if page.rows else secrets


def correct(visit: RequestContext) -> Reply:
    """The form, and the preview as soon as it is filled in."""
    return _page(visit, visit.query)


def _page(
    visit: RequestContext,
    typed: Mapping[str, str],
    notice: str = "",
    status: int = 0,
    grew: Sequence[tuple[int, str]] = (),
) -> Reply:
    """The page with what was typed, and what that would change; it says its status by itself where
    that was only to be looked at.
    """
    here = visit.here
    allowed = rulings(here)
    correction = _chosen(visit, allowed, typed)
    asked = correction.asked()
    preview, wrong, why = _preview(correction, asked)
    is_first = correction.begins_with(wrong)
    boxes = _on_page(correction, _fields(correction, asked), is_first=is_first)
    hidden = _kept(correction, boxes)
    return campaign_screen(
        visit,
        "correct.html",
        "record",
        status or _status_of_look(visit, why),
        rulings=[(one.id, one.claim, stage(one)) for one in allowed],
        dispute=correction.dispute,
        kinds=KINDS,
        kind=correction.kind,
        fields=boxes,
        typed=_in_boxes(correction, asked),
        wrong=wrong if any(wrong == box.name for box in boxes) else "",
        why=why,
        notice=notice,
        chosen=bool(boxes) and not is_first,
        said=_said(correction, is_first=is_first),
        preview=_shown(visit, preview) if preview else None,
        kept=hidden,
        is_posted=bool(hidden) or _has_own_words(boxes),
        carried=typed.items(),
        not_carried=_NOT_CARRIED,
        open_disputes=[one for one in here.campaign.record.disputes.values() if one.is_open],
        grew=grew,
    )


def _chosen(visit: RequestContext, allowed: list[Dispute], typed: Mapping[str, str]) -> Correcting:
    """The correction that was chosen; by default the first kind, by the last ruling."""
    known = {one.id: one for one in allowed}
    dispute = known.get(typed.get("dispute", ""), allowed[0] if allowed else None)
    kind = typed.get("kind", "")
    return Correcting(visit, kind if kind in KINDS else "strike", dispute, typed)


def _status_of_look(visit: RequestContext, why: str) -> int:
    return 422 if why and visit.method == "POST" else 200


def _has_own_words(boxes: Iterable[FormField]) -> bool:
    return any(one.asks is not None and one.asks.is_free for one in boxes)


_NOT_CARRIED = frozenset({"id", "seen", "from", "step"})


def _kept(correction: Correcting, boxes: Iterable[FormField]) -> list[tuple[str, str]]:
    """What was typed on the second page, for the first; an event's fields fit no other event."""
    own = {"kind", "dispute", "look", *_NOT_CARRIED, *(box.name for box in boxes)}
    return [
        (key, text)
        for key, text in correction.typed.items()
        if key.partition(":")[0] not in own and not key.startswith(("also-", "fields/"))
    ]


def _preview(
    correction: Correcting, asked: pages.Outcome | None
) -> tuple[CorrectionPreview | None, str, str]:
    """What a correction would change once all is answered; else which field is wrong, and why."""
    is_waiting = isinstance(asked, pages.NextPage) and not asked.errors
    is_looked_at = bool(correction.field or correction.typed.get("look"))
    if correction.dispute is None or is_waiting or not is_looked_at:
        return None, "", ""
    try:
        preview = correction.previewed()
    except NotReadError as error:
        return None, error.field, not_recorded(error.why)
    if isinstance(preview, Refused):
        return None, preview.about.field, not_recorded(preview.in_place)
    return preview, "", ""


def _inner(asked: pages.Outcome | None) -> list[pages.Page]:
    """The pages of what goes into a correction: those that were answered, and the next."""
    if asked is None:
        return []
    every = (*asked.passed, *((asked.page,) if isinstance(asked, pages.NextPage) else ()))
    inside = tuple(f"{field}/" for field in INSIDE.values())
    return [
        page
        for page in every
        if isinstance(page, pages.Page) and pages.first_key(page).startswith(inside)
    ]


def _in_boxes(correction: Correcting, asked: pages.Outcome | None) -> dict[str, str]:
    """What was typed as the boxes show it, those of ticked boxes one by one; what a box holds by
    itself stands in it until something is ticked there.
    """
    named = {key.partition(":")[0] for key in correction.typed}
    stands = correction.stands().items()
    boxes = {name: text for name, text in stands if name not in named} | {**correction.typed}
    answers = answers_of(boxes)
    for page in (correction.own(), *_inner(asked)):
        boxes |= ticked(page, answers)
    return boxes


def _fields(correction: Correcting, asked: pages.Outcome | None) -> tuple[FormField, ...]:
    """The boxes of the form."""
    own = [box_of(one) for one in correction.own().questions]
    reason = [one for one in own if one.name == "reason"]
    boxes = [one for one in own if one.name != "reason"]
    for page in _inner(asked):
        boxes += _boxes(page, correction.typed)
    return (*_by_name(correction, boxes), *reason)


def _boxes(page: pages.Page, typed: Mapping[str, str]) -> Iterator[FormField]:
    shown = tuple(one for one in page.questions if not one.is_secret)
    for group in groups(msgspec.structs.replace(page, questions=shown), typed, {}):
        of = f"{group.title}: " if group.title else ""
        yield from (msgspec.structs.replace(one, label=f"{of}{one.label}") for one in group.boxes)


def _by_name(correction: Correcting, boxes: Iterable[FormField]) -> Iterator[FormField]:
    """The fields of an event as people know them: pieces, seats and members by their names, a
    word among those that the act has; what stands is said beside the box.
    """
    if correction.kind != "amend":
        yield from boxes
        return
    here, stands = correction.visit.here, correction.stands()
    called, chosen = called_in_figures(here), _choices(correction)
    for box in boxes:
        value = stands.get(box.name)
        if value is None or box.name == "version":
            yield box
            continue
        kind = chosen.get(box.name.removeprefix("fields/"), Choice())
        yield _named(box, value, kind, partial(_alike, here, called, value))


def _named(
    box: FormField, value: str, kind: Choice, alike: Callable[[], tuple[Option, ...]]
) -> FormField:
    """The box of a field with what stands in it, by name where it has one."""
    # What the act refuses today may have been right then: the correction's own judgement says.
    options = tuple(msgspec.structs.replace(one, refused="") for one in kind.options)
    is_open = kind.is_open and len(options) <= TICKS  # a list has names, a line an id
    if box.kind == "line" and value not in [one.value for one in options]:
        options, is_open = alike(), False
    names = {one.value: one.name for one in options}
    now = {"yes": "Yes", "no": "No"}.get(value, names.get(value, value)) or "empty"
    label, _, _ = box.label.partition(" (now ")
    named = msgspec.structs.replace(box, label=label, hint=f"Now {now}", stands=value)
    if value not in names:
        return named
    return msgspec.structs.replace(named, kind="choice", options=options, is_open=is_open)


def _alike(here: Entered, called: Mapping[str, str], value: str) -> tuple[Option, ...]:
    """Whatever is of the same sort as a member, a seat or a piece, by name; else nothing."""
    if value not in called:
        return ()
    others = {*here.campaign.members, *here.campaign.seats}
    sorts = (here.campaign.members, here.campaign.seats, called.keys() - others)
    ids = next(sort for sort in sorts if value in sort)
    return tuple(Option(who, called[who]) for who in sorted(ids, key=lambda one: called[one]))


def _choices(correction: Correcting) -> dict[str, Choice]:
    """What the act that brought an event offers for each of its fields, as things stand now."""
    here, event = correction.visit.here, correction.event()
    act = event.act if event is not None and isinstance(event.act, dict) else {}
    kind = here.live.system.rules.commands.get(str(act.get("command", "")))
    if kind is None:
        return {}
    asked = (one for page in plan(kind, offers_of(here.live.system, here.live.state, kind))
             for one in page.questions if not page.rows)  # fmt: skip
    return {one.key: one.kind for one in asked if isinstance(one.kind, Choice)}


def _on_page(
    correction: Correcting, boxes: tuple[FormField, ...], *, is_first: bool
) -> tuple[FormField, ...]:
    """The boxes of the first page or of the second; all, where there is one page alone."""
    first = FIRST.get(correction.kind, ())
    return tuple(one for one in boxes if (one.name in first) is is_first) if first else boxes


def _said(correction: Correcting, *, is_first: bool) -> list[tuple[str, str, str, str]]:
    """What the first page was answered: the field, the answer, its label, and it in words."""
    visit, said = correction.visit, []
    answers = {**correction.stands(), **correction.typed}
    for name in () if is_first else FIRST.get(correction.kind, ()):
        value = answers.get(name, "")
        if name == "forgotten/command":
            commands = visit.here.live.system.rules.commands
            label, text = "What was forgotten?", title(value) if value in commands else value
        else:
            version = number(value)
            label = LABELS[name][0]
            text = next((text for at, text in sentences(visit, [version]) if at == version), value)
        said.append((name, value, label, text))
    return said


def _labelled(question: pages.Question) -> pages.Question:
    label, tip = LABELS.get(question.key, (question.label, question.tip))
    return msgspec.structs.replace(question, label=label, tip=tip)


def _answered(outcome: pages.Outcome) -> JsonObject:
    """The fields of a correction. Raises `NotReadError` where an answer is missing or wrong."""
    match outcome:
        case pages.Complete(fields=fields):
            return fields
        case pages.NextPage(errors=errors):
            raise NotReadError(*next(iter(errors.items()), ("", "answer what is asked first")))
        case pages.Forbidden(refused=refused):
            raise NotReadError(refused.about.field, refused.in_place)


def _one_page(page: pages.Page) -> pages.Interview:
    return assembled((yield page))


def _shown(visit: RequestContext, preview: CorrectionPreview) -> dict[str, object]:
    """What a correction would change, for the page."""
    called, change = called_in_figures(visit.here), preview.impact
    count = len(change.changes)
    of = f"of {counted(count, 'figure')}" if count else "that changes no figure"
    return {
        "figures": figures(change.changes, called),
        "broken": [(one, title(one.command)) for one in to_be_ticked(preview.broken, called)],
        "overruled": [(one, title(one.command)) for one in grouped(change.overruled, called)],
        "otherwise": [(one, title(one.command)) for one in grouped(change.otherwise, called)],
        "in_words": in_words,
        "stands": STANDS,
        "seen": preview.command.seen,
        "version": preview.version,
        "button": f"Record this correction {of}",
    }


def record(visit: RequestContext) -> Reply:
    """Makes the correction whose preview was looked at; if another came of it, shows that one.

    A form without a preview only looks: it is posted because of the words in it.
    """
    here, typed = visit.here, {**visit.form, "look": "1"}
    if visit.was_sent:
        return see_other(f"/c/{here.name}/journal")
    kind = typed.get("kind", "")
    dispute = {one.id: one for one in rulings(here)}.get(typed.get("dispute", ""))
    if dispute is None or kind not in KINDS:
        gone = "No ruling lets you make this correction. Nothing was recorded."
        return _page(visit, typed, gone, 409)
    if "seen" not in typed:
        return nothing_to_sign() if typed.get("sign") == "ask" else _page(visit, visit.form)
    return _made(Correcting(visit, kind, dispute, typed))


def _made(correction: Correcting) -> Reply:
    visit, typed = correction.visit, correction.typed
    try:
        preview = correction.previewed()
    except NotReadError:
        return _page(visit, typed, status=422)
    if isinstance(preview, Refused):
        return _page(visit, typed, status=409)
    if preview.command.seen != typed.get("seen", ""):
        return _outdated(visit, typed)
    lines = to_be_ticked(preview.broken, called_in_figures(visit.here))
    if any(one.name not in typed for one in lines):
        text = "Tick every act that is struck out along with it. Nothing was recorded."
        return _page(visit, typed, text, 422)
    looked_at = {"also": preview.command.also, "seen": preview.command.seen}
    outcome = visit.send({**correction.fields(), **looked_at})
    if outcome.refused is not None:
        return _page(visit, typed, not_recorded(outcome.refused.reason), 409)
    return recorded(visit, outcome.answer)


def _outdated(visit: RequestContext, typed: Mapping[str, str]) -> Reply:
    """The page again, with what was recorded since it was looked at."""
    since, now = number(typed.get("from", "")), visit.here.live.version
    grew = sentences(visit, list(range(since + 1, now + 1)))[:GREW] if since >= 0 else []
    text = "Something was recorded meanwhile, or another correction was typed: look again. "
    if not grew:
        text = "This is not the correction that you looked at: look again. "
    return _page(visit, typed, f"{text}Nothing was recorded.", 409, grew=grew)


# --- Taking back one's own last act: one tap shows it and what would change, the next does it ---


def undo(visit: RequestContext, notice: str = "", status: int = 200) -> Reply:
    """The visitor's last act, and what taking it back would change; or why it has to stay."""
    here, act = visit.here, last_undo(visit)
    if _event_of(visit) or isinstance(act, Refused):
        why = f"{capital(act.in_place)}." if isinstance(act, Refused) else ""
        return _with_consent(visit, why, notice, status)
    change = undo_of(visit.house.ledger, here.name, act, here.member)
    changes = () if isinstance(change, Refused) else change.changes
    return campaign_screen(
        visit,
        "undo.html",
        "record",
        status,
        why="",
        notice=notice,
        versions=act.versions,
        about=in_words(act.versions),
        lines=_sentences_of(visit, act.versions),
        figures=figures(changes, called_in_figures(here)),
    )


def _sentences_of(visit: RequestContext, versions: Sequence[int]) -> list[tuple[int, str]]:
    """Some events in sentences, and none of those between them."""
    return [one for one in sentences(visit, list(versions)) if one[0] in versions]


def _event_of(visit: RequestContext) -> int:
    """The event of an earlier act that is meant; 0 where it is the last act."""
    return max(0, number(visit.query.get("event", "") or visit.form.get("event", "")))


def _with_consent(visit: RequestContext, why: str, notice: str, status: int) -> Reply:
    """An act that others have built on: whom to ask, whom it waits for, or that all agree."""
    here, ledger = visit.here, visit.house.ledger
    event = _event_of(visit)
    versions = act_with(ledger, here.name, event) if event else ()
    versions = versions or last_act_of(ledger, here.name, here.member)
    asked = asked_undo_of(ledger, here.name, here.member, versions) if versions else None
    if asked is None or isinstance(asked, Refused):
        if isinstance(asked, Refused) and event:
            why = f"{capital(asked.in_place)}."
        return campaign_screen(
            visit, "undo.html", "acts", status, why=why, notice=notice, versions=(), lines=()
        )
    return campaign_screen(
        visit,
        "undo.html",
        "record",
        status,
        why=why or "Others have acted since.",
        notice=notice,
        asked=asked,
        event=versions[0],
        whom=whom(here.campaign, asked.awaited(here.campaign.record)),
        versions=asked.versions,
        lines=_sentences_of(visit, asked.versions),
        figures=figures(asked.preview.then, called_in_figures(here)),
        letters=LETTERS,
    )


def take_back(visit: RequestContext) -> Reply:
    """Takes back the act that was shown, and no other."""
    here = visit.here
    if visit.was_sent:
        return see_other(f"/c/{here.name}/journal")
    if visit.form.get("agreed"):
        return _taken_back(visit)
    act = last_undo(visit)
    if isinstance(act, Refused):
        return undo(visit, "It cannot be taken back. Nothing was recorded.", 409)
    if visit.form.get("versions", "") != " ".join(map(str, act.versions)):
        text = "Your last act is another one by now: look again. Nothing was recorded."
        return undo(visit, text, 409)
    if (refused := visit.send({"command": "UndoAct"}).refused) is not None:
        return undo(visit, not_recorded(refused.reason), 409)
    return see_other(f"/c/{here.name}/{'host' if here.is_host else 'journal'}")


def _taken_back(visit: RequestContext) -> Reply:
    """Takes back the acts that were shown, as everybody concerned has agreed."""
    text = visit.form.get("versions", "")
    versions = [version for version in map(number, text.split()) if version >= 0]
    outcome = visit.send({"command": "UndoAct", "versions": versions})
    if outcome.refused is not None:
        return undo(visit, not_recorded(outcome.refused.in_place), 409)
    return recorded(visit, outcome.answer)


PLACES = (
    get("/c/{name}/correct", correct, "member"),
    post("/c/{name}/correct", record, "member", sends=True),
    get("/c/{name}/undo", undo, "member"),
    post("/c/{name}/undo", take_back, "member", sends=True),
)
