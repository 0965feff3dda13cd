"""Push on this device: switch it on, try it, and see how the last message went."""

from campaign.accounts.subscriptions import Subscriptions
from campaign.extensions.push.posts import (
    PushPost,
    key_bytes,
    key_of,
    keys_of,
    new_key,
    payload,
    public_of,
)
from campaign.kernel.keys import to_text
from campaign.notifications.deliveries import StoredDeliveries
from campaign.notifications.delivery_status import last_call
from campaign.notifications.notification import PUSH
from campaign.notifications.outgoing_requests import fault
from campaign.web.auth.admission import own_path
from campaign.web.context import RequestContext, get, post
from campaign.web.replies import Reply, see_other
from campaign.web.screens import own_screen

LETTERS = 200
"""The longest key that is looked at."""


def _subscriptions(visit: RequestContext) -> Subscriptions:
    return Subscriptions(visit.house.people.file, clock=visit.house.clock)


def push(visit: RequestContext, refused: str = "", status: int = 422) -> Reply:
    """My devices that are woken, and a button for this one."""
    assert visit.device is not None
    house, wanted = visit.house, _subscriptions(visit)
    labels = {one.digest: one.label for one in house.doors.devices(visit.person)}
    subscriptions = wanted.of(visit.person)
    public = ""
    if not house.is_plain:
        public = to_text(public_of(key_of(wanted.key(lambda: key_bytes(new_key())))))
    return own_screen(
        house,
        "push.html",
        status if refused else 200,
        refused=refused,
        public=public,
        is_on=any(one.device == visit.device.digest for one in subscriptions),
        found=[
            (
                one,
                labels.get(one.device, "a device"),
                one.device == visit.device.digest,
                last_call(one),
            )
            for one in subscriptions
        ],
    )


def switched_on(visit: RequestContext) -> Reply:
    """Keeps what the browser gave."""
    assert visit.device is not None
    endpoint = visit.form.get("endpoint", "")
    public, auth = (visit.form.get(name, "")[:LETTERS] for name in ("public", "auth"))
    if visit.house.is_plain:
        return push(visit, "This service is not encrypted, and nothing can be pushed from it.")
    if fault(endpoint) or keys_of(public, auth) is None:
        return push(visit, "This browser’s push service can’t be used from here.")
    _subscriptions(visit).keep(visit.person, visit.device.digest, endpoint, public, auth)
    return see_other("/me/push")


def tested(visit: RequestContext) -> Reply:
    """Wakes one of my devices; what came of it is on the page."""
    house, wanted = visit.house, _subscriptions(visit)
    chosen = visit.form.get("subscription", "")
    one = next((one for one in wanted.of(visit.person) if one.id == chosen), None)
    if one is None or house.is_plain:
        return push(visit, "That device is not switched on any more.")
    deliveries = StoredDeliveries(house.people.file, PUSH)
    post = PushPost(wanted, deliveries, house.clock, house.outside, house.address.url)
    text = "This is a test. Notices of your campaigns come here."
    content = payload("Campaign tracker", text, house.address.to("/me/push"), "test")
    with house.entrance.limits.testing(visit.person) as why_not:
        if why_not:
            return push(visit, why_not, 429)
        said = post.told(one, content)
    if all(other.id != one.id for other in wanted.of(visit.person)):
        return push(visit, f"That device was dropped: {said}.")
    return see_other(own_path(visit.form.get("to", "/me/push")))


def ended(visit: RequestContext) -> Reply:
    """Switches one off."""
    _subscriptions(visit).forget(visit.person, visit.form.get("subscription", ""))
    return see_other("/me/push")


PLACES = (
    get("/me/push", push, "signed-in"),
    post("/me/push", switched_on, "signed-in"),
    post("/me/push/test", tested, "signed-in"),
    post("/me/push/end", ended, "signed-in"),
)
