"""A root stands for one list of leaves and no other."""

import pytest

from acquire_net.errors import Unreadable
from acquire_net.fairness.merkle import leaf_hash, node_hash, path, root, root_from_path
from tests.fairness import second

LEAVES = [leaf_hash(bytes([number])) for number in range(70)]


@pytest.mark.parametrize("size", range(1, 71))
def test_root_is_the_one_built_from_the_bottom_up(size: int) -> None:
    assert root(LEAVES[:size]) == second.tree_root(LEAVES[:size])


@pytest.mark.parametrize("size", [1, 2, 3, 5, 8, 9, 21])
def test_every_leaf_has_a_path_to_the_root(size: int) -> None:
    leaves = LEAVES[:size]

    for index in range(size):
        way = path(leaves, index)
        assert root_from_path(leaves[index], index, size, way) == root(leaves)


def test_odd_leaf_is_never_duplicated() -> None:
    for size in range(1, 70, 2):
        assert root(LEAVES[:size]) != root([*LEAVES[:size], LEAVES[size - 1]])


def test_lists_that_differ_in_order_or_length_have_different_roots() -> None:
    a, b, c = LEAVES[:3]
    lists = [[], [a], [b], [a, b], [b, a], [a, b, c], [a, c, b], [a, b, c, c], [a, a]]

    assert len({root(leaves) for leaves in lists}) == len(lists)


def test_two_leaves_joined_are_not_a_leaf() -> None:
    left, right = LEAVES[:2]

    assert leaf_hash(left + right) != node_hash(left, right)


def test_path_of_another_leaf_leads_elsewhere() -> None:
    leaves = LEAVES[:12]
    way = path(leaves, 5)

    assert root_from_path(leaves[4], 5, 12, way) != root(leaves)
    assert root_from_path(leaves[5], 4, 12, way) != root(leaves)


@pytest.mark.parametrize("size", [1, 2, 11])
def test_path_of_the_wrong_length_is_unreadable(size: int) -> None:
    leaves = LEAVES[:size]
    way = path(leaves, size - 1)

    with pytest.raises(Unreadable, match="path"):
        root_from_path(leaves[-1], size - 1, size, (*way, LEAVES[0]))
    with pytest.raises(Unreadable):
        root_from_path(leaves[-1], size - 1, size + 64, way)


@pytest.mark.parametrize("index", [-1, 4])
def test_leaf_outside_the_tree_has_no_path(index: int) -> None:
    with pytest.raises(IndexError):
        path(LEAVES[:4], index)
    with pytest.raises(Unreadable):
        root_from_path(LEAVES[0], index, 4, LEAVES[1:3])
