"""The pages below `/me`: each module that brings one has a line here, and `/me` links to them."""

from typing import NamedTuple


class MyPage(NamedTuple):
    """A page of what is mine."""

    path: str
    title: str
    about: str
    """What I do there, in a few words."""
    is_encrypted_only: bool = False
    """Whether browsers allow it only over HTTPS or on the machine itself."""


MY_PAGES: tuple[MyPage, ...] = (
    MyPage("/me/notices", "Notices", "what I am told and how, feeds, my calendar"),
    MyPage("/me/address", "Address", "where my mail goes"),
    MyPage("/me/keys", "Signing keys", "to sign what I send"),
    MyPage("/me/seal", "Seal secret", "to seal on this device", is_encrypted_only=True),
    MyPage(
        "/me/push", "Notices on my devices", "what waits for me, at once", is_encrypted_only=True
    ),
    MyPage("/me/passkeys", "Passkeys", "to sign in again", is_encrypted_only=True),
    MyPage("/me/devices", "Sign-ins", "when, how and from where"),
    MyPage("/me/tokens", "Programs", "that look or act for me"),
)
