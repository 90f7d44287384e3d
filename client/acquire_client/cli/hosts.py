"""`acquire hosts`: the hosts that this user has met, and forgetting one."""

import sys
from argparse import Namespace

from acquire_client.storage import knownhosts
from acquire_client.voices import PlainVoice
from acquire_net.errors import Unreadable
from acquire_net.language import _


def run(options: Namespace) -> int:
    """Lists the known hosts, or forgets one; 0."""
    told = PlainVoice(sys.stdout)
    if options.action == "forget":
        if not options.which:
            raise Unreadable(_("Which host? `acquire hosts` numbers them."))
        host = knownhosts.forget(" ".join(options.which))
        line = _("{host} ({key}) is forgotten: joining it needs its code again.")
        told.tell([line.format(host=host.name, key=host.short)])
        return 0
    known = knownhosts.load()
    line = _("{number}. {host}, key {key}, last at {addresses}")
    told.tell(
        [
            line.format(
                number=number,
                host=host.name,
                key=host.short,
                addresses=", ".join(host.addresses) or _("no address"),
            )
            for number, host in enumerate(known, 1)
        ]
        or [_("No host is known yet: one is remembered once you joined it.")]
    )
    return 0
