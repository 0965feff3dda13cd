"""What `campaign club` says of a club: what it uses beside its quotas. IO."""

from typing import TYPE_CHECKING

from campaign.text.english import counted, listed

if TYPE_CHECKING:
    from campaign.clubs.allowance import Used
    from campaign.clubs.club import Club, Quotas
    from campaign.clubs.directory import ClubDirectory
    from campaign.text.json_values import JsonObject


def use_of(directory: "ClubDirectory", club: "Club") -> "tuple[Used | None, str]":
    """What a club uses, or why that is not known."""
    from campaign.clubs.opening import store_of
    from campaign.clubs.quotas import ClubAllowance
    from campaign.store.opening import open_store
    from campaign.store.protocol import StoreError

    place = store_of(club, directory.place)
    store = open_store(place)
    try:
        names = store.names() if store.exists() else []
        return ClubAllowance(directory, club.name, place).used(len(names)), ""
    except (StoreError, OSError) as error:
        return None, str(error)
    finally:
        store.close()


def row(club: "Club", used: "Used | None", why: str) -> tuple[str, ...]:
    """A line of the list."""
    from campaign.clubs.sizes import in_words

    quotas = club.quotas
    if used is None:
        return (club.name, club.url, club.state, "?", "?", "?", "?")
    size = in_words(used.bytes)
    return (
        club.name,
        club.url,
        club.state,
        _beside(str(used.campaigns), quotas.campaigns),
        _beside(str(used.commands), quotas.commands) if quotas.commands else "",
        _beside(str(used.mails), quotas.mails) if quotas.mails else "",
        f"{size} of {in_words(quotas.bytes)}" if quotas.bytes else size,
    )


def _beside(used: str, quota: int) -> str:
    return f"{used} of {quota}" if quota else used


def in_json(
    directory: "ClubDirectory", club: "Club", used: "Used | None", why: str
) -> "JsonObject":
    """A club as programs get it."""
    import msgspec

    from campaign.clubs.opening import store_of

    quotas = msgspec.to_builtins(club.quotas)
    counts = None
    if used is not None:
        counts = {key: value for key, value in msgspec.to_builtins(used).items() if key != "quotas"}
    return {
        "name": club.name,
        "url": club.url,
        "store": str(store_of(club, directory.place)),
        "state": club.state,
        "since": club.since,
        "quotas": quotas,
        "used": counts,
        **({"fault": why} if why else {}),
    }


def told(quotas: "Quotas") -> str:
    """Quotas in words."""
    from campaign.clubs.sizes import in_words

    found = [
        counted(quotas.campaigns, "campaign") if quotas.campaigns else "",
        f"{counted(quotas.commands, 'command')} a minute" if quotas.commands else "",
        f"{counted(quotas.mails, 'mail')} a day" if quotas.mails else "",
        in_words(quotas.bytes) if quotas.bytes else "",
    ]
    return listed([text for text in found if text]) or "no quotas"
