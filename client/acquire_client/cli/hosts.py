"""`acquire hosts`: the hosts that this user has met, and forgetting one."""

import sys
from argparse import Namespace

from acquire_client.storage import knownhosts
from acquire_client.voices import PlainVoice
from acquire_net.errors import Unreadable


def run(options: Namespace) -> int:
    """Lists the known hosts, or forgets one; 0."""
    told = PlainVoice(sys.stdout)
    if options.action == "forget":
        if not options.which:
            raise Unreadable("Which host? `acquire hosts` numbers them.")
        host = knownhosts.forget(" ".join(options.which))
        told.tell([f"{host.name} ({host.short}) is forgotten: joining it needs its code again."])
        return 0
    known = knownhosts.load()
    told.tell(
        [
            f"{number}. {host.name}, key {host.short},"
            f" last at {', '.join(host.addresses) or 'no address'}"
            for number, host in enumerate(known, 1)
        ]
        or ["No host is known yet: one is remembered once you joined it."]
    )
    return 0
