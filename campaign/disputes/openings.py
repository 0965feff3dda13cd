"""Opening a sealed value before its time: one member asks, and a second consents. Pure."""

from campaign.disputes import standing
from campaign.disputes.commands import AskOpening, ConsentToOpening, NameKeeper
from campaign.history import past
from campaign.kernel.decisions import Decision, Refused, Supplied, bad_field
from campaign.kernel.members import Campaign
from campaign.kernel.record import AskedOpening
from campaign.kernel.seats import host_only, plays
from campaign.text.suggest import near
from events import disputes as facts

OPENING = "asked"
"""The name under which a requested opening is supplied."""


def keeper(campaign: Campaign, command: NameKeeper, given: Supplied) -> Decision:
    """Vault: the host names a member who plays no power as its keeper, or removes the keeper."""
    if refused := host_only(campaign, command.by, "naming the vault's keeper"):
        return refused
    name = campaign.called(command.member)
    if command.member == campaign.record.keeper:
        return Refused("Vault", f"{name or 'nobody'} keeps the vault already")
    if command.member and command.member not in campaign.members:
        hint = near(command.member, campaign.members)
        return Refused("Members", f"{command.member!r} is not enrolled in this campaign{hint}")
    if command.member and plays(campaign, command.member):
        return Refused("Vault", f"{name} plays a {campaign.seat_kind}; the keeper plays none")
    return (facts.KeeperNamed(member=command.member),)


def ask(campaign: Campaign, command: AskOpening, given: Supplied) -> Decision:
    """Vault: a member asks to open what an event sealed; those who had joined by then consent."""
    event = past.at(given.past, command.version)
    commitment = getattr(event, "commitment", "")
    if not commitment or isinstance(event, facts.OpeningAsked):
        return bad_field("version", f"event {command.version} seals nothing")
    if str(command.version) in campaign.record.openings:
        return Refused("Vault", f"somebody has asked to unseal event {command.version} already")
    return (
        facts.OpeningAsked(
            about=command.version,
            commitment=commitment,
            reason=command.reason,
            eligible=standing.eligible(campaign, given.past, command.version),
        ),
    )


def consent(campaign: Campaign, command: ConsentToOpening, given: Supplied) -> Decision:
    """Vault: once a keeper is named, only the keeper may consent."""
    request = campaign.record.openings.get(str(command.version))
    if request is None:
        return Refused("Vault", f"nobody has asked to unseal event {command.version}")
    keeper = campaign.record.keeper
    if keeper and command.by != keeper:
        return Refused(
            "Vault", f"{campaign.called(keeper)} keeps the vault; nobody else can consent"
        )
    if keeper and plays(campaign, keeper):
        text = f"{campaign.called(keeper)} keeps the vault and plays a {campaign.seat_kind} now"
        return Refused("Vault", f"{text}; name another keeper")
    if command.by == request.by:
        by = campaign.called(command.by)
        return Refused("Vault", f"{by} asked for it; a second member must consent")
    if command.by not in request.eligible:
        return Refused("Members", _joined_later(campaign, request, command))
    opening = given.openings.get(OPENING)
    if opening is None:
        why = "was opened or replaced, or is on a device"
        return Refused("Vault", f"what event {command.version} sealed {why}")
    return (
        facts.SealedOpened(
            about=command.version,
            asked_by=request.by,
            reason=request.reason,
            choice=opening.choice,
            nonce=opening.nonce,
        ),
    )


def _joined_later(campaign: Campaign, request: AskedOpening, command: ConsentToOpening) -> str:
    """Why a member who joined after the sealing may not consent to its opening, and who may."""
    why = f"{campaign.called(command.by)} joined after event {command.version}"
    others = [who for who in request.eligible if who in campaign.members and who != request.by]
    if campaign.record.keeper:
        return f"{why}; let the host name a keeper who was there, or none"
    if others:
        return f"{why}; it takes a member who was there: {', '.join(map(campaign.called, others))}"
    return f"{why}; nobody else was there, so it is opened with the others"
