"""Webhooks: the host says where else the campaign's public news goes, and sees how that went."""

from typing import get_args

from campaign.extensions.webhooks.hooks import FORMS, MOST, HookForm, Webhooks
from campaign.extensions.webhooks.posts import WebhookPost, hook_campaign
from campaign.notifications.deliveries import StoredDeliveries
from campaign.notifications.delivery_status import hook_trouble, last_call
from campaign.notifications.notification import WEBHOOK
from campaign.notifications.outgoing_requests import fault
from campaign.notifications.planning import HOOK_KINDS, HookKind
from campaign.web.context import RequestContext, get, post
from campaign.web.errors import missing
from campaign.web.replies import Reply, see_other
from campaign.web.screens import campaign_screen

FORM_WORDS: dict[HookForm, str] = {
    "discord": "Discord",
    "slack": "Slack, Mattermost",
    "plain": "A program of your own",
}
KIND_WORDS: dict[HookKind, str] = {
    "turns": "A turn is over",
    "asked": "Somebody is awaited",
    "all_in": "Everybody is in",
    "opened": "What was sealed is opened",
    "deadlines": "A deadline is near",
    "corrections": "A turn was corrected",
    "disputes": "A dispute has moved",
}


def _hooks(visit: RequestContext) -> Webhooks:
    return Webhooks(visit.house.people.file, clock=visit.house.clock)


def hooks(visit: RequestContext, faults: dict[str, str] | None = None, notice: str = "") -> Reply:
    """The webhooks, each with its last result, and the form of a new one."""
    own = _hooks(visit).of(visit.here.campaign.id)
    form = visit.form if faults else {}
    chosen = [kind for kind in HOOK_KINDS if form.get(kind)] if faults else list(HOOK_KINDS)
    return campaign_screen(
        visit,
        "hooks.html",
        "host",
        429 if notice else 422 if faults else 200,
        notice=notice,
        hooks=[(hook, FORM_WORDS[hook.form], last_call(hook), hook_trouble(hook)) for hook in own],
        is_full=len(own) >= MOST,
        forms=FORM_WORDS,
        kinds={
            kind: visit.here.live.calendar.in_own_word(text) for kind, text in KIND_WORDS.items()
        },
        form=form.get("form", "discord"),
        url=form.get("url", ""),
        chosen=chosen,
        faults=faults or {},
    )


def _faults(form: HookForm | None, url: str, kinds: list[HookKind]) -> dict[str, str]:
    """What is wrong with a new one, by field."""
    faults = {}
    if form is None:
        faults["form"] = f"Choose one of {', '.join(FORMS)}. Nothing was recorded."
    if why := fault(url):
        faults["url"] = f"{why[0].upper()}{why[1:]}. Nothing was recorded."
    if not kinds:
        faults["kinds"] = "Choose at least one kind of news. Nothing was recorded."
    return faults


def made(visit: RequestContext) -> Reply:
    """Makes one. The key of the plain form is on this page alone."""
    url = visit.form.get("url", "").strip()
    form = next((one for one in get_args(HookForm) if one == visit.form.get("form")), None)
    kinds = [kind for kind in HOOK_KINDS if visit.form.get(kind)]
    faults = _faults(form, url, kinds)
    if faults or form is None:
        return hooks(visit, faults)
    hook = _hooks(visit).make(visit.here.campaign.id, form, url, kinds)
    if hook is None:
        text = f"A campaign has at most {MOST} webhooks; take one away first."
        return hooks(visit, {"url": f"{text} Nothing was recorded."})
    if form == "plain":
        return campaign_screen(visit, "hook_made.html", "host", hook=hook)
    return see_other(_page(visit))


def tested(visit: RequestContext) -> Reply:
    """Sends a test; what came of it is on the page."""
    here, house, wanted = visit.here, visit.house, _hooks(visit)
    hook = wanted.find(here.campaign.id, visit.form.get("hook", ""))
    if hook is None:
        return missing(house)
    deliveries = StoredDeliveries(house.people.file, WEBHOOK)
    post = WebhookPost(wanted, deliveries, house.clock, house.outside)
    about = hook_campaign(here.campaign, house.address, here.live.version)
    with house.entrance.limits.testing(visit.person) as why_not:
        if why_not:
            return hooks(visit, notice=why_not)
        post.test(about, hook, here.campaign.turn)
    return see_other(_page(visit))


def ended(visit: RequestContext) -> Reply:
    """Takes one away; its address is forgotten."""
    campaign, hook = visit.here.campaign.id, visit.form.get("hook", "")
    _hooks(visit).forget(campaign, hook)
    waiting = StoredDeliveries(visit.house.people.file, WEBHOOK)
    waiting.withdraw(row.number for row in waiting.known(campaign).values() if row.member == hook)
    return see_other(_page(visit))


def _page(visit: RequestContext) -> str:
    return f"/c/{visit.here.name}/hooks"


PLACES = (
    get("/c/{name}/hooks", hooks, "host"),
    post("/c/{name}/hooks", made, "host"),
    post("/c/{name}/hooks/test", tested, "host"),
    post("/c/{name}/hooks/end", ended, "host"),
)
