"""Steps of the verbs that seal: what they draw, and what they write for nobody else. IO."""

import os
import secrets
from typing import TYPE_CHECKING

from campaign.cli.session import WrongUsage
from campaign.kernel import steps
from events.sealed import NONCE_BYTES

if TYPE_CHECKING:
    from campaign.cli.courses import Runner


def write_secret(run: "Runner", step: steps.WriteSecret) -> None:
    """Writes a new file that only its owner can read; one that is there already is left alone."""
    try:
        handle = os.open(step.file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    except FileExistsError:
        raise WrongUsage(f"{step.file} is there already; it may hold {step.holds}") from None
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(step.text)


def nonce(run: "Runner", step: steps.GetNonce) -> str:
    """A fresh nonce, as hex digits."""
    return secrets.token_hex(NONCE_BYTES)


def card(run: "Runner", step: steps.GetSealCard) -> str:
    """The page that seals from a disk. Other calls do without what makes pages."""
    from campaign.web.seal_card import card

    return card(step.kinds, step.seats)
