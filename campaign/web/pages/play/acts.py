"""Any act that the rules know, as the pages of its interview; and the list of all."""

import re
from collections.abc import Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

import msgspec

from campaign.disputes.commands import CORRECTING
from campaign.kernel.decisions import Command, Refused, secret
from campaign.kernel.interview import pages, runner
from campaign.kernel.interview.by_type import pages as by_type_pages
from campaign.kernel.terminal.screens import HexChoice
from campaign.text.english import capital
from campaign.web import context, interview_forms, receipts, screens, stages
from campaign.web.errors import missing
from campaign.web.parts import visited
from campaign.web.replies import Reply, number, see_other

if TYPE_CHECKING:
    from campaign.store.submission import StoredAnswer

# --- which acts ---------------------------------------------------------------------------------

CORRECTIONS = frozenset(kind.__name__ for kind in CORRECTING)
"""Commands that only the page of corrections can ask for, since it shows what they change."""

AROUND = 5
"""Letters of a hex."""
WORD_LETTERS = 80
"""How much of what somebody looks for counts."""


class ListedAct(msgspec.Struct, frozen=True):
    """An act in the list of all."""

    name: str
    title: str
    """In plain words."""
    about: str
    rule: str
    may: bool
    """Whether the visitor's roles allow it; the rules may ask for more."""


def catalogue(visit: context.RequestContext) -> Reply:
    """Every command, below its tile; those of none by their rules."""
    word = visit.query.get("word", "").strip()[:WORD_LETTERS]
    tiles = visit.here.live.system.recording.tiles
    groups: dict[str, list[ListedAct]] = {tile.title: [] for tile in tiles}
    titles = {act.name: tile.title for tile in tiles for act in tile.acts}
    more: dict[str, list[ListedAct]] = {}
    for act in _listed(visit, word):
        title = titles.get(act.name, "")
        chapter = act.rule.partition("(")[0].strip()
        (groups[title] if title else more.setdefault(chapter, [])).append(act)
    groups |= {rule: more[rule] for rule in sorted(more, key=_place)}
    listed = {group: found for group, found in groups.items() if found}
    return screens.campaign_screen(visit, "acts.html", "record", groups=listed, word=word)


def _listed(visit: context.RequestContext, word: str) -> Iterator[ListedAct]:
    """The acts of the campaign that have a word in what is said of them."""
    for name, act in screens.every_act(visit).items():
        kind = visit.here.live.system.rules.commands[name]
        rule, text = screens.about(visit.here, kind)
        said = f"{act.title} {act.words} {screens.title(name)} {rule} {text} {kind.verb}"
        if word.casefold() in said.casefold():
            may = runner.may_send(visit.here.campaign, kind, visit.here.member)
            yield ListedAct(name, act.title, text, rule, may)


def _place(rule: str) -> tuple[str, list[int]]:
    """Where a group stands: those without a number first, then by the numbers of the rules."""
    numbers = [int(number) for number in re.findall(r"\d+", rule)]
    return (rule.rstrip(",.0123456789 ") if numbers else "", numbers)


class ActPage(msgspec.Struct, frozen=True):
    """An act that is asked page by page, and what was typed of it so far."""

    visit: context.RequestContext
    name: str
    kind: type[Command]
    typed: Mapping[str, str]

    @property
    def title(self) -> str:
        """What it is called."""
        return screens.act_title(self.visit.here, self.name, self.typed)

    @property
    def since(self) -> str:
        """The last event when it was begun."""
        return self.typed.get("since", "") or str(self.visit.here.live.version)

    def interviewed(self, refused: Refused | None = None) -> pages.Outcome:
        """Runs the interview; `refused` is why it was refused when it was sent."""
        here, typed, rows = self.visit.here, self.typed, self.typed.get("more", "")
        try:
            return runner.interviewed(
                here.live.system,
                here.live.state,
                self.kind,
                interview_forms.answers_of(typed),
                self._setting(refused),
                asks="people" if self.visit.method == "POST" and "step" not in typed else "all",
                sent="" if rows else typed.get("step", ""),
                again=rows or typed.get("again", ""),
                also=typed.get("also", "").split(),
            )
        except pages.TooLongError:
            return pages.Forbidden(TOO_LONG)

    def _setting(self, refused: Refused | None) -> runner.Setting:
        """What the world says when an act is asked; where it was refused, that first."""
        house, here = self.visit.house, self.visit.here
        setting = (
            screens.setting_of(house, here, self.name)
            if refused is None
            else runner.Setting(here.member, lambda fields: refused)
        )
        lines = partial(visited.lines_to_choose, house, here)
        return msgspec.structs.replace(setting, lines=lines, is_screen=True)

    def is_whole(self, page: pages.AnyPage) -> bool:
        """Whether a page has all that the act asks, so that its button records."""
        live = self.visit.here.live
        if live.system.asking.of(self.kind).asked.get(self.kind):
            return False
        every = by_type_pages(self.kind, runner.offers_of(live.system, live.state, self.kind))
        return len(every) == 1 and pages.first_key(every[0]) == pages.first_key(page)

    def has_grown(self, errors: Mapping[str, str]) -> bool:
        """Whether something was recorded meanwhile, and an answer no longer fits."""
        has_grown = 0 <= number(self.since) < self.visit.here.live.version
        return has_grown and bool(errors) and self.typed.get("step", "") not in errors


def _asked(visit: context.RequestContext, typed: Mapping[str, str]) -> ActPage | None:
    """The act that the address names; None where there is none."""
    name, known = visit.path["command"], visit.here.live.system.rules.commands
    is_there = name in known and name != screens.BY_ITSELF
    return ActPage(visit, name, known[name], typed) if is_there else None


def form(visit: context.RequestContext) -> Reply:
    """The page of an act's interview that comes next; what its address says is answered."""
    act = _asked(visit, visit.query)
    if act is None:
        return missing(visit.house)
    if act.name in CORRECTIONS:
        return see_other(f"/c/{visit.here.name}/correct")
    secrets = secret(act.kind)
    typed = {key: text for key, text in visit.query.items() if key not in secrets}
    act = msgspec.structs.replace(act, typed=typed)
    return _screen(act, act.interviewed(), 200)


def send(visit: context.RequestContext) -> Reply:
    """Takes the answers of a page: the next page, or what was recorded once all is answered.

    What the rules refuse is sent too where it is complete, so that it has its receipt.
    """
    act, typed = _asked(visit, visit.form), visit.form
    if act is None:
        return missing(visit.house)
    if (again := receipts.receipt_page_before(visit)) is not None:
        return again
    outcome = act.interviewed()
    is_whole = "record" in typed or "step" not in typed or any(map(typed.get, secret(act.kind)))
    is_sent = is_whole and not typed.get("more")
    if is_sent and outcome.fields is not None:
        return _sent(act, outcome)
    if typed.get("sign") == "ask":
        return screens.nothing_to_sign()
    is_more = interview_forms.adds(typed)
    return _screen(act, outcome, _status(outcome, is_sent=is_sent, is_more=is_more))


def _status(outcome: pages.Outcome, *, is_sent: bool, is_more: bool) -> int:
    """What answers a form that was sent: a rule forbids it, an answer is wrong, or all is well, as
    where a die more is due.
    """
    refused = None if isinstance(outcome, pages.Complete) else outcome.refused
    if refused is not None:
        return 409 if refused.rule else 422
    is_wrong = isinstance(outcome, pages.NextPage) and (outcome.errors or is_sent)
    return 422 if is_wrong and not is_more else 200


TOO_LONG = Refused(None, "the answers are too long")


def _sent(act: ActPage, outcome: pages.Outcome) -> Reply:
    """Sends the command; a refusal stands beside the answer that it is about."""
    visit = act.visit
    command = stages.looked_at(visit, {"command": act.name, **(outcome.fields or {})}, act.title)
    if isinstance(command, Reply):
        return command
    stored = visit.send(command)
    if stored.refused is not None:
        return _not_sent(act, outcome, stored)
    if secret(act.kind) or "receipt" not in stored.answer:
        return receipts.receipt_page(visit, stored.answer, command)
    return receipts.recorded(visit, stored.answer)


def _not_sent(act: ActPage, outcome: pages.Outcome, stored: "StoredAnswer") -> Reply:
    """The page that a refusal is about; what only showed when it was sent is asked for."""
    refused, typed = stored.refused, act.typed
    assert refused is not None, "it was not recorded"
    if refused.about.missing:
        more = act.interviewed(refused)
        page = more.page if isinstance(more, pages.NextPage) and not more.errors else None
        if isinstance(page, pages.Page):
            also = " ".join((typed.get("also", ""), *_keys(page)))
            return _screen(msgspec.structs.replace(act, typed={**typed, "also": also}), more, 422)
    at: pages.Outcome = outcome
    if not (isinstance(outcome, pages.NextPage) and outcome.errors):
        at = pages.refused_at(refused, interview_forms.answers_of(typed), outcome.passed)
    paper = f" {capital(stored.unkept)}." if stored.unkept else ""
    return _screen(act, at, 409 if refused.rule else 422, paper)


# --- the page -----------------------------------------------------------------------------------


class ShownPage(msgspec.Struct, frozen=True):
    """The page of an interview that is shown, with all that was answered before it."""

    act: ActPage
    page: pages.AnyPage | None
    """None where no answer helps, and none was given."""
    passed: tuple[pages.AnyPage, ...]
    answers: pages.Answers
    own: Mapping[str, str]
    """The key of the form, and where the interview began."""

    def carried(self, page: pages.AnyPage | None) -> dict[str, str]:
        """The answers to other pages than this one."""
        return interview_forms.carried(self.act.kind, self.answers, page)

    @property
    def places(self) -> list[str]:
        """Where people's own words may stand among its answers."""
        seen = self.passed if self.page is None else (*self.passed, self.page)
        return interview_forms.own_words_of(seen, self.act.typed)

    @property
    def has_own_words(self) -> bool:
        """Whether people's own words are among them, perhaps those of a page that comes later."""
        return interview_forms.has_own_words(self.places, self.answers)

    @property
    def own_words(self) -> dict[str, str]:
        """What a form says of them, where they are carried on or may be typed on its page."""
        asks = self.page.questions if self.page is not None else ()
        if self.has_own_words or any(one.kind.is_free for one in asks):
            return {interview_forms.OWN_WORDS: " ".join(self.places)}
        return {}

    @property
    def is_open(self) -> bool:
        """Whether what is carried on may stand in an address."""
        carried = self.carried(self.page)
        return not self.has_own_words and interview_forms.fits_an_address(carried)

    @property
    def is_last(self) -> bool:
        """Whether its button records, since nothing follows it."""
        page = self.page
        if page is None or page.is_last:
            return True
        return pages.is_secret(page) or self.act.is_whole(page)

    @property
    def is_private(self) -> bool:
        """Whether its answers stand in no address."""
        return self.page is not None and self.page.is_private

    @property
    def back(self) -> dict[str, str] | None:
        """The answers without those of the last page; None where there is none before this."""
        if not self.passed:
            return None
        again = pages.first_key(self.passed[-1])
        own = {**self.own, **(self.own_words if self.has_own_words else {})}
        return {**self.carried(self.passed[-1]), **own, "again": again, "step": again}

    def query(self, again: str) -> str:
        """The address of an earlier page, by its key."""
        return urlencode({**self.carried(None), **self.own, "again": again})

    @property
    def hexes(self) -> HexChoice | None:
        """The picture on which a place is chosen; what its links say stands in the address."""
        if interview_forms.has_own_words(self.places, self.carried(self.page)):
            return None
        visit, name = self.act.visit, self.act.name
        live, around = visit.here.live, visit.query.get("around", "")[:AROUND]
        kept = {**self.own, "around": around} if around else self.own
        rooms = live.system.rooms
        return interview_forms.hexes(rooms, live.state, name, self.page, self.answers, kept)


def _screen(act: ActPage, outcome: pages.Outcome, status: int, paper: str = "") -> Reply:
    """The page of an interview: its questions, a check of all answers, or why it cannot be."""
    visit, typed = act.visit, act.typed
    rule, text = screens.about(visit.here, act.kind)
    errors = outcome.errors if isinstance(outcome, pages.NextPage) else {}
    errors = {key: f"{capital(text)}.{paper}" for key, text in errors.items()}
    shown = _shown(act, outcome)
    also = {"also": typed["also"]} if typed.get("also") else {}
    is_last, is_open = shown.is_last, shown.is_open
    return screens.campaign_screen(
        visit,
        "interview.html",
        "record",
        status,
        title=act.title,
        head=_head(shown.page),
        rule=rule,
        about=text,
        may=runner.may_send(visit.here.campaign, act.kind, visit.here.member),
        note=GROWN if act.has_grown(errors) else "",
        said=interview_forms.said(shown.passed, shown.answers),
        is_open=is_open,
        query=shown.query,
        method="get" if is_open and not (is_last or shown.is_private) else "post",
        key=shown.own["id"],
        since=act.since,
        is_last=is_last,
        is_over=isinstance(outcome, pages.Forbidden) and shown.page is None,
        kept={**shown.carried(shown.page), **also, **shown.own_words},
        errors=errors,
        button=_button(shown.page, is_last=is_last),
        hexes=shown.hexes,
        looked_for=typed.get("word", "").strip()[:WORD_LETTERS],
        at_once=None if is_last else interview_forms.at_once(shown.page),
        back=shown.back,
        is_sent=visit.method == "POST",
        **_why(outcome, paper),
        **_asks(shown.page, shown.answers, errors),
    )


GROWN = "Something was recorded since you began; what no longer fits is asked again."


def _shown(act: ActPage, outcome: pages.Outcome) -> ShownPage:
    """The page that is shown. Of what no answer helps it is the last that was answered: its answers
    may be changed.
    """
    page, passed = None, outcome.passed
    if isinstance(outcome, pages.NextPage):
        page = outcome.page
    elif isinstance(outcome, pages.Forbidden) and passed:
        page, passed = passed[-1], passed[:-1]
    blank = {key: "" for one in passed for key in _keys(one)}  # no form sends boxes without a tick
    own = {"id": act.typed.get("id", "") or act.visit.house.ids(), "since": act.since}
    return ShownPage(act, page, passed, blank | interview_forms.answers_of(act.typed), own)


def _why(outcome: pages.Outcome, paper: str) -> dict[str, str]:
    """Why nothing was recorded, where that is about no single answer, and by which rule."""
    if isinstance(outcome, pages.Forbidden):
        why = f"{screens.not_recorded(outcome.refused.in_place)}{paper}"
        return {"why": why, "why_rule": outcome.refused.rule or ""}
    whole = outcome.errors.get("", "") if isinstance(outcome, pages.NextPage) else ""
    return {"why": screens.not_recorded(whole) if whole else "", "why_rule": ""}


def _head(page: pages.AnyPage | None) -> str:
    """What a screen is headed by, where it is not the act: its title, or a whole question."""
    if page is None or page.title or len(page.questions) != 1 or page.rows:
        return page.title if page else ""
    label = page.questions[0].label
    return label if label.endswith("?") else ""


def _button(page: pages.AnyPage | None, *, is_last: bool) -> str:
    if isinstance(page, pages.Confirm):
        return page.question.removesuffix("?")
    if page is not None and page.button:
        return page.button
    return "Record" if is_last else "Next"


def _asks(
    page: pages.AnyPage | None, answers: pages.Answers, errors: Mapping[str, str]
) -> dict[str, Any]:
    """What a page asks, as its template has it; a secret is typed again."""
    if not isinstance(page, pages.Page):
        lines = page.lines if page is not None else ()
        lines = lines[1:] if page is not None and page.figures else lines  # they say the first
        none = dict.fromkeys(("groups", "cards", "foot", "why_not"), ())
        nothing = {**none, "rows": "", "step": "", "counts": False, "typed": {}}
        return {"lines": lines, "confirms": page is not None, "preview": page, **nothing}
    return {
        "lines": page.notes if page.tip is None else tuple(filter(None, (page.tip,))),
        "confirms": page.is_last,
        "preview": None,
        "step": pages.first_key(page),
        "rows": page.rows,
        "groups": interview_forms.groups(page, answers, errors),
        "cards": interview_forms.row_cards(page, answers, errors),
        "foot": interview_forms.foot(page, answers),
        "counts": page.so_far is not None and bool(page.blanks),
        "why_not": interview_forms.why_not(page),
        "typed": {} if pages.is_secret(page) else interview_forms.ticked(page, answers),
    }


def _keys(page: pages.AnyPage) -> tuple[str, ...]:
    return () if page.rows else tuple(question.key for question in page.questions)


PLACES = (
    context.get("/c/{name}/do", catalogue, "member"),
    context.get("/c/{name}/do/{command}", form, "member"),
    context.post("/c/{name}/do/{command}", send, "member", sends=True),
)
