"""The verb that tries the mail server with a short message."""

import click

from campaign.cli import output
from campaign.cli.click_verb import ClickVerb
from campaign.cli.member_params import AddressParam
from campaign.cli.params import argument, verb
from campaign.cli.sending import said, settings_of
from campaign.cli.session import Session, WrongUsage
from campaign.settings import SettingsError


@verb("mail-test", "campaign mail-test host@example.org")
@argument("address", "ADDRESS", AddressParam())
def mail_test(session: Session, address: str) -> None:
    """Sends a short message to an address, and says what the server answered: whether server,
    password and certificate are right.
    """
    from email.message import EmailMessage
    from email.policy import SMTP
    from email.utils import format_datetime, make_msgid

    from campaign.notices.mail.smtp import Post, StoppedError
    from campaign.passwords import password
    from campaign.store.clock import read, utc_now

    settings = settings_of(session)
    try:
        settings.must_mail()
        line = Post(settings.mail, password(settings.mail))
        message = EmailMessage(SMTP)
        message["From"], message["To"] = settings.mail.sender, address
        message["Subject"] = "A test of the club's mail"
        moment = read(utc_now())
        assert moment is not None
        message["Date"] = format_datetime(moment)
        message["Message-ID"] = make_msgid(domain=settings.mail.domain)
        message["Auto-Submitted"] = "auto-generated"
        message.set_content("The campaign tracker can send mail from here.\n")
        content = message.as_bytes()
        line.open()
        try:
            verdict = line.offer(settings.mail.address, address, content) or line.send(content)
        finally:
            line.close()
    except SettingsError as error:
        raise WrongUsage(str(error)) from error
    except StoppedError as error:
        raise click.ClickException(str(error)) from error
    if verdict.state == "sent":
        output.echo(f"Sent: {settings.mail.host} took it. Look whether it arrived, also in spam.")
        return
    raise click.ClickException(said(verdict.state, verdict.server))


VERBS: dict[str, ClickVerb] = {"mail-test": mail_test}
