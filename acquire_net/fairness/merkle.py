"""How one hash stands for a whole deck: the Merkle tree of RFC 6962.

A list of odd size is split, never padded by repeating its last leaf: with padding two different
lists share a root (CVE-2012-2459).
"""

import hashlib
from collections.abc import Sequence

from acquire_net.errors import Unreadable


def leaf_hash(data: bytes) -> bytes:
    """Hashes a leaf; its 0x00 keeps leaves and nodes apart."""
    return hashlib.sha256(b"\x00" + data).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """Hashes two subtrees into their parent."""
    return hashlib.sha256(b"\x01" + left + right).digest()


def root(leaves: Sequence[bytes]) -> bytes:
    """Returns the root over leaf hashes; of none, the hash of nothing (RFC 6962, 2.1)."""
    match len(leaves):
        case 0:
            return hashlib.sha256().digest()
        case 1:
            return leaves[0]
        case size:
            middle = _split(size)
            return node_hash(root(leaves[:middle]), root(leaves[middle:]))


def path(leaves: Sequence[bytes], index: int) -> tuple[bytes, ...]:
    """Returns the siblings that lead from leaf `index` to the root, the nearest first.

    IndexError unless 0 <= index < len(leaves).
    """
    if not 0 <= index < len(leaves):
        raise IndexError(f"no leaf {index} in a tree of {len(leaves)}")
    if len(leaves) == 1:
        return ()
    middle = _split(len(leaves))
    if index < middle:
        return (*path(leaves[:middle], index), root(leaves[middle:]))
    return (*path(leaves[middle:], index - middle), root(leaves[:middle]))


def root_from_path(leaf: bytes, index: int, size: int, path: Sequence[bytes]) -> bytes:
    """Returns the root that `path` claims for leaf hash `leaf` at `index` of a tree of `size`.

    Unreadable if the tree has no such leaf, or a path to it has another length.
    """
    if not 0 <= index < size:
        raise Unreadable(f"a tree of {size} has no leaf {index}")
    if (size == 1) != (not path):
        raise Unreadable("a path as long as the way to the root was expected")
    if size == 1:
        return leaf
    *lower, sibling = path
    middle = _split(size)
    if index < middle:
        return node_hash(root_from_path(leaf, index, middle, lower), sibling)
    return node_hash(sibling, root_from_path(leaf, index - middle, size - middle, lower))


def _split(size: int) -> int:
    """The largest power of two below `size`."""
    return 1 << ((size - 1).bit_length() - 1)
