"""The verb that renews the vault, once somebody who kept it has left."""

from campaign.cli.click_verb import ClickVerb
from campaign.cli.params import as_json, the_campaign, verb
from campaign.cli.session import Session
from campaign.disputes.commands import RenewVault


@verb("vault-renew", "campaign vault-renew club")
@the_campaign
@as_json
def vault_renew(session: Session, name: str, as_json: bool) -> None:
    """Gives the vault a new key and the campaign's draws new seeds, so that whoever kept the vault
    before foresees nothing of what is drawn from here on. The seed in use is revealed, and
    what lies hidden is sealed again with the values that it has. For a host or the vault's keeper,
    while nothing waits to be opened.

    The new key becomes the first line of the key file. Older keys stay below it and open what was
    sealed with them: keep the whole file. What a former keeper copied they can still read, so renew
    every campaign of the store: `campaign doctor` names those that are not.
    """
    session.act(name, RenewVault, as_json=as_json)


VERBS: dict[str, ClickVerb] = {"vault-renew": vault_renew}
