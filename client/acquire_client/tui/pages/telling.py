"""Pages that tell one thing: a lost host, an answer, a refusal, a broken promise."""

from collections.abc import Sequence

from acquire_client.tui.pages.sheet import Paragraph, Sheet, heading
from acquire_net.errors import BrokenPromise
from acquire_net.language import _


def lost(why: str, since: str) -> Sheet:
    """The host cannot be reached."""
    return Sheet(
        _("Reconnecting, since {time}").format(time=since),
        [
            why,
            "",
            _("Nothing is lost: every move that you saw is kept here as well as there."),
            _(
                "This goes on by itself as soon as the host is back. Ctrl-C leaves; your seat waits."
            ),
        ],
        grave=True,
    )


def told(title: str, lines: Sequence[str]) -> Sheet:
    """An answer to something that was asked for."""
    return Sheet(title, ["", *lines])


def refused(why: str) -> Sheet:
    """Something that was wanted is not allowed, and why."""
    return Sheet(_("Not possible"), ["", why], grave=True)


def broken(lie: BrokenPromise) -> Sheet:
    """A promise was broken: what, and whose."""
    body: list[Paragraph] = [
        "",
        heading(_("Something in this game is false, so it stops here.")),
        "",
        _("What: {what}.").format(what=lie.what),
        _("Whose promise: {who}.").format(who=lie.who),
        "",
        _("The ledger file is the evidence; it is kept."),
    ]
    return Sheet(_("FALSE"), body, grave=True)
