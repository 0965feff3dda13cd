"""The verb that tries the mail server with a short message."""

import click

from campaign.cli import output
from campaign.cli.click_verb import ClickVerb
from campaign.cli.member_params import AddressParam
from campaign.cli.params import argument, verb
from campaign.cli.sending import settings_of
from campaign.cli.session import Session, WrongUsage
from campaign.settings import SettingsError


@verb("mail-test", "campaign mail-test host@example.org")
@argument("address", "ADDRESS", AddressParam())
def mail_test(session: Session, address: str) -> None:
    """Sends a short message to an address, and says what the server answered: whether server,
    password and certificate are right.
    """
    from campaign.notices.mail.smtp import StoppedError
    from campaign.notices.mail.trial import try_mail
    from campaign.notices.outcome_words import said
    from campaign.store.clock import utc_now

    settings = settings_of(session)
    try:
        verdict = try_mail(settings, address, utc_now())
    except SettingsError as error:
        raise WrongUsage(str(error)) from error
    except StoppedError as error:
        raise click.ClickException(str(error)) from error
    if verdict.state == "sent":
        output.echo(f"Sent: {settings.mail.host} took it. Look whether it arrived, also in spam.")
        return
    raise click.ClickException(said(verdict.state, verdict.server))


VERBS: dict[str, ClickVerb] = {"mail-test": mail_test}
