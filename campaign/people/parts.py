"""All parts of the people of a store, whoever uses them."""

from campaign.people.codes import CODES
from campaign.people.doors import DOORS
from campaign.people.mail_tables import ANSWERS, DELIVERIES
from campaign.people.operators import OPERATORS
from campaign.people.passkeys import PASSKEYS
from campaign.people.protocol import Part
from campaign.people.signins import SIGN_INS
from campaign.people.subscriptions import SUBSCRIPTIONS
from campaign.people.tables import CHECKED, PEOPLE
from campaign.people.webhooks import WEBHOOKS

ALL_PARTS: tuple[Part, ...] = (
    PEOPLE,
    DOORS,
    CODES,
    OPERATORS,
    PASSKEYS,
    SIGN_INS,
    SUBSCRIPTIONS,
    WEBHOOKS,
    DELIVERIES,
    ANSWERS,
    CHECKED,
)
"""Everything that is kept when people move to another place."""
LEFT_BEHIND = frozenset({"together"})
"""Parts with nothing worth keeping: what the processes of one service share for some minutes."""
