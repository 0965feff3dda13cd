"""Any act that the rules know, as the pages of its interview; and the list of all."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

import msgspec

from campaign.disputes.commands import CORRECTING
from campaign.kernel.decisions import Command, Refused, secret
from campaign.kernel.interview import pages
from campaign.kernel.interview.by_type import pages as by_type_pages
from campaign.kernel.interview.runner import Setting, interviewed, offers_of
from campaign.text.english import capital
from campaign.web import interview_forms, screens
from campaign.web.context import RequestContext, get, post
from campaign.web.errors import missing
from campaign.web.parts import visited
from campaign.web.receipts import receipt_page, receipt_page_before
from campaign.web.replies import Reply, see_other
from campaign.web.stages import looked_at

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


def catalogue(visit: RequestContext) -> Reply:
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


def _listed(visit: RequestContext, word: str) -> Iterator[ListedAct]:
    """The acts of the campaign that have a word in what is said of them."""
    for name, act in screens.every_act(visit).items():
        kind = visit.here.live.system.rules.commands[name]
        rule, text = screens.about(kind)
        said = f"{act.title} {act.words} {screens.title(name)} {rule} {text} {kind.verb}"
        if word.casefold() in said.casefold():
            yield ListedAct(name, act.title, text, rule, _may(visit, kind))


def _place(rule: str) -> tuple[str, list[int]]:
    """Where a group stands: those without a number first, then by the numbers of the rules."""
    numbers = [int(number) for number in re.findall(r"\d+", rule)]
    return (rule.rstrip(",.0123456789 ") if numbers else "", numbers)


def _may(visit: RequestContext, kind: type[Command]) -> bool:
    """Whether the visitor's roles allow a command; the rules may ask for more."""
    here = visit.here
    if here.is_host or kind.who == "member":
        return True
    if kind.who == "referee":
        return "referee" in here.campaign.members[here.member].roles
    if kind.who == "keeper":
        return here.campaign.record.keeper == here.member
    return kind.who == "holder" and bool(here.seats)


def _command(visit: RequestContext) -> tuple[str, type[Command]] | None:
    name = visit.path["command"]
    known = visit.here.live.system.rules.commands
    return (name, known[name]) if name in known and name != screens.BY_ITSELF else None


def form(visit: RequestContext) -> Reply:
    """The page of an act's interview that comes next; what its address says is answered."""
    wanted = _command(visit)
    if wanted is None:
        return missing(visit.house)
    name, kind = wanted
    if name in CORRECTIONS:
        return see_other(f"/c/{visit.here.name}/correct")
    typed = {key: text for key, text in visit.query.items() if key not in secret(kind)}
    outcome = _interviewed(visit, name, kind, typed)
    return _screen(visit, name, kind, typed, outcome, 200)


def act(visit: RequestContext) -> Reply:
    """Takes the answers of a page: the next page, or what was recorded once all is answered.

    What the rules refuse is sent too where it is complete, so that it has its receipt.
    """
    wanted = _command(visit)
    if wanted is None:
        return missing(visit.house)
    name, kind = wanted
    typed = visit.form
    if (again := receipt_page_before(visit)) is not None:
        return again
    outcome = _interviewed(visit, name, kind, typed)
    is_whole = "record" in typed or "step" not in typed or any(typed.get(s) for s in secret(kind))
    is_sent = is_whole and not typed.get("more")
    if is_sent and outcome.fields is not None:
        return _sent(visit, name, kind, typed, outcome)
    if typed.get("sign") == "ask":
        return screens.nothing_to_sign()
    is_more = interview_forms.adds(typed)
    status = _status(outcome, is_sent=is_sent, is_more=is_more)
    return _screen(visit, name, kind, typed, outcome, status)


def _interviewed(
    visit: RequestContext,
    name: str,
    kind: type[Command],
    typed: Mapping[str, str],
    refused: Refused | None = None,
) -> pages.Outcome:
    """Runs the interview with what was typed so far; `refused` is why it was refused when sent."""
    here, rows = visit.here, typed.get("more", "")
    try:
        return interviewed(
            here.live.system,
            here.live.state,
            kind,
            interview_forms.answers_of(typed),
            _setting(visit, name, refused),
            asks="people" if visit.method == "POST" and "step" not in typed else "all",
            sent="" if rows else typed.get("step", ""),
            again=rows or typed.get("again", ""),
            also=typed.get("also", "").split(),
        )
    except pages.TooLongError:
        return pages.Forbidden(TOO_LONG)


def _setting(visit: RequestContext, name: str, refused: Refused | None) -> Setting:
    """What the world says when an act is asked; where it was refused, that first."""
    setting = (
        screens.setting_of(visit.house, visit.here, name)
        if refused is None
        else Setting(visit.here.member, lambda fields: refused)
    )
    lines = partial(visited.lines_to_choose, visit.house, visit.here)
    return msgspec.structs.replace(setting, lines=lines, is_screen=True)


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


def _sent(
    visit: RequestContext,
    name: str,
    kind: type[Command],
    typed: Mapping[str, str],
    outcome: pages.Outcome,
) -> Reply:
    """Sends the command; a refusal stands beside the answer that it is about."""
    command = looked_at(
        visit,
        {"command": name, **(outcome.fields or {})},
        screens.act_title(visit.here, name, typed),
    )
    if isinstance(command, Reply):
        return command
    stored = visit.send(command)
    if stored.refused is not None:
        return _not_sent(visit, name, kind, typed, outcome, stored)
    if secret(kind) or "receipt" not in stored.answer:
        return receipt_page(visit, stored.answer, command)
    number = stored.answer["receipt"]["id"].rpartition("/")[2]
    return see_other(f"/c/{visit.here.name}/receipts/{number}?new")


def _not_sent(
    visit: RequestContext,
    name: str,
    kind: type[Command],
    typed: Mapping[str, str],
    outcome: pages.Outcome,
    stored: "StoredAnswer",
) -> Reply:
    """The page that a refusal is about; what only showed when it was sent is asked for."""
    refused = stored.refused
    assert refused is not None, "it was not recorded"
    if refused.about.missing:
        more = _interviewed(visit, name, kind, typed, refused)
        page = more.page if isinstance(more, pages.NextPage) and not more.errors else None
        if isinstance(page, pages.Page):
            also = " ".join((typed.get("also", ""), *_keys(page)))
            return _screen(visit, name, kind, {**typed, "also": also}, more, 422)
    at: pages.Outcome = outcome
    if not (isinstance(outcome, pages.NextPage) and outcome.errors):
        at = pages.refused_at(refused, interview_forms.answers_of(typed), outcome.passed)
    paper = f" {capital(stored.unkept)}." if stored.unkept else ""
    return _screen(visit, name, kind, typed, at, 409 if refused.rule else 422, paper)


# --- the page -----------------------------------------------------------------------------------


def _screen(
    visit: RequestContext,
    name: str,
    kind: type[Command],
    typed: Mapping[str, str],
    outcome: pages.Outcome,
    status: int,
    paper: str = "",
) -> Reply:
    """The page of an interview: its questions, a check of all answers, or why it cannot be."""
    rule, text = screens.about(kind)
    answers = interview_forms.answers_of(typed)
    why, why_rule = _why(outcome, paper), _rule_of(outcome)
    page, passed, errors = _shown(outcome, paper)
    answers = _left_blank(passed) | answers
    carried = interview_forms.carried(kind, answers, page)
    is_open = interview_forms.may_be_in_an_address(passed, answers, carried)
    is_last = _is_last(visit, kind, page)
    is_posted = is_last or not is_open or _is_private(page)
    since = typed.get("since", "") or str(visit.here.live.version)
    own = {"id": typed.get("id", "") or visit.house.ids(), "since": since}
    also = {"also": typed["also"]} if typed.get("also") else {}
    return screens.campaign_screen(
        visit,
        "interview.html",
        "record",
        status,
        title=screens.act_title(visit.here, name, typed),
        head=_head(page),
        rule=rule,
        why_rule=why_rule,
        about=text,
        may=_may(visit, kind),
        note=_grown(visit, since, errors, typed),
        why=why,
        said=interview_forms.said(passed, answers),
        is_open=is_open,
        query=lambda again: urlencode(
            {**interview_forms.carried(kind, answers, None), **own, "again": again}
        ),
        method="post" if is_posted else "get",
        key=own["id"],
        since=since,
        is_last=is_last,
        is_over=isinstance(outcome, pages.Forbidden) and page is None,
        kept={**carried, **also},
        errors=errors,
        button=_button(page, is_last=is_last),
        hexes=_hexes(visit, name, page, answers, own, passed),
        looked_for=typed.get("word", "").strip()[:WORD_LETTERS],
        at_once=None if is_last else interview_forms.at_once(page),
        back=_back(kind, answers, passed, own) if passed else None,
        **_asks(page, answers, errors),
    )


def _hexes(
    visit: RequestContext,
    name: str,
    page: pages.Page | pages.Confirm | None,
    answers: pages.Answers,
    own: Mapping[str, str],
    passed: Sequence[pages.Page | pages.Confirm],
) -> interview_forms.PlacePicture | None:
    """The picture on which a place is chosen; what its links say stands in the address."""
    if interview_forms.has_own_words(passed, answers):
        return None
    live, around = visit.here.live, visit.query.get("around", "")[:AROUND]
    kept = {**own, "around": around} if around else own
    return interview_forms.hexes(live.system.rooms, live.state, name, page, answers, kept)


def _shown(
    outcome: pages.Outcome, paper: str
) -> tuple[
    pages.Page | pages.Confirm | None, tuple[pages.Page | pages.Confirm, ...], dict[str, str]
]:
    """The page that is shown, those before it, and what is wrong on it. Of what no answer helps it
    is the last that was answered: its answers may be changed.
    """
    if isinstance(outcome, pages.NextPage):
        errors = {key: f"{capital(text)}.{paper}" for key, text in outcome.errors.items()}
        return outcome.page, outcome.passed, errors
    if isinstance(outcome, pages.Forbidden) and outcome.passed:
        return outcome.passed[-1], outcome.passed[:-1], {}
    return None, outcome.passed, {}


def _is_private(page: pages.Page | pages.Confirm | None) -> bool:
    """Whether the answers of a page stand in no address."""
    return isinstance(page, pages.Page) and page.is_private


def _rule_of(outcome: pages.Outcome) -> str:
    """The rule that forbids an act; empty where none does."""
    return (outcome.refused.rule or "") if isinstance(outcome, pages.Forbidden) else ""


def _head(page: pages.Page | pages.Confirm | None) -> str:
    """What a screen is headed by, where it is not the act: its only question, or its title."""
    if not isinstance(page, pages.Page):
        return page.title if page is not None else ""
    is_one = len(page.questions) == 1 and not page.rows
    return page.title or (page.questions[0].label if is_one else "")


def _is_last(
    visit: RequestContext, kind: type[Command], page: pages.Page | pages.Confirm | None
) -> bool:
    """Whether the button of a page records, since nothing follows it."""
    if not isinstance(page, pages.Page):
        return True
    return page.is_last or pages.is_secret(page) or _is_whole(visit, kind, page)


def _button(page: pages.Page | pages.Confirm | None, *, is_last: bool) -> str:
    if isinstance(page, pages.Confirm):
        return page.question.removesuffix("?") if page.figures else page.question
    if page is not None and page.button:
        return page.button
    return "Record" if is_last else "Next"


def _asks(
    page: pages.Page | pages.Confirm | None, answers: pages.Answers, errors: Mapping[str, str]
) -> dict[str, Any]:
    """What a page asks, as its template has it; a secret is typed again."""
    confirms = isinstance(page, pages.Confirm)
    if not isinstance(page, pages.Page):
        lines = page.lines if page is not None else ()
        empty = {
            "rows": "",
            "groups": (),
            "cards": (),
            "foot": (),
            "counts": False,
            "why_not": (),
            "typed": {},
        }
        lines = lines[1:] if page is not None and page.figures else lines  # they say the first
        return {"lines": lines, "confirms": confirms, "preview": page, "step": "", **empty}
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


def _why(outcome: pages.Outcome, paper: str) -> str:
    """Why nothing was recorded, where that is about no single answer."""
    if isinstance(outcome, pages.Forbidden):
        return f"{capital(outcome.refused.in_place)}. Nothing was recorded.{paper}"
    whole = outcome.errors.get("", "") if isinstance(outcome, pages.NextPage) else ""
    return f"{capital(whole)}. Nothing was recorded." if whole else ""


def _grown(
    visit: RequestContext, since: str, errors: Mapping[str, str], typed: Mapping[str, str]
) -> str:
    """That something was recorded meanwhile, where an answer no longer fits."""
    now = visit.here.live.version
    has_grown = since.isdecimal() and len(since) < len("1000000000") and int(since) < now
    if errors and has_grown and typed.get("step", "") not in errors:
        return "Something was recorded since you began; what no longer fits is asked again."
    return ""


def _back(
    kind: type[Command],
    answers: pages.Answers,
    passed: Sequence[pages.Page | pages.Confirm],
    own: Mapping[str, str],
) -> dict[str, str]:
    """The answers without those of the last page."""
    fields = interview_forms.carried(kind, answers, passed[-1])
    last = passed[-1]
    again = pages.first_key(last) if isinstance(last, pages.Page) else ""
    return {**fields, **own, "again": again, "step": again}


def _left_blank(passed: Sequence[pages.Page | pages.Confirm]) -> dict[str, str]:
    """A blank for each question of the pages passed: no form sends boxes without a tick."""
    return {key: "" for page in passed for key in _keys(page)}


def _keys(page: pages.Page | pages.Confirm) -> tuple[str, ...]:
    if isinstance(page, pages.Confirm) or page.rows:
        return ()
    return tuple(question.key for question in page.questions)


def _pages(visit: RequestContext, kind: type[Command]) -> tuple[pages.Page, ...]:
    return by_type_pages(kind, offers_of(visit.here.live.system, visit.here.live.state, kind))


def _is_whole(visit: RequestContext, kind: type[Command], page: pages.Page) -> bool:
    """Whether a page has all that the act asks, so that its button records."""
    if visit.here.live.system.asking.of(kind).asked.get(kind):
        return False
    every = _pages(visit, kind)
    return len(every) == 1 and pages.first_key(every[0]) == pages.first_key(page)


PLACES = (
    get("/c/{name}/do", catalogue, "member"),
    get("/c/{name}/do/{command}", form, "member"),
    post("/c/{name}/do/{command}", act, "member", sends=True),
)
