"""The scripts that the service sends: small modules of our own, and the app's worker in one."""

from campaign.web.rendering import in_one

SCRIPTS = (
    "live",
    "seal",
    "kept",
    "sealing",
    "secret",
    "push",
    "passkey",
    "signing",
    "heads",
    "arrows",
)


def worker_text() -> str:
    """The worker as it is sent."""
    return in_one("seal", "kept", "worker")
