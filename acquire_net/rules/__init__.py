"""The rules of Acquire, run alike by host, clients, bots and auditors. No I/O, no hidden tiles.

The words, one per thing (modules and names repeat them):

tile            a square's own piece, `3C`: column 3, row C; an int row * columns + column - 1
position        a numbered place in the bag; its tile is hidden until its holder shows it
loose tile      a placed tile that belongs to no chain
chain           a company on the board; its index is its place in the rulebook's chain order
tier            low, middle, high: what a chain's shares cost
found, grow     what a tile does beside loose tiles, beside one chain
merger          what a tile does beside two chains or more; the *merger maker* placed it
survivor        the chain that absorbs; the others are *vanishing* until the merger is settled
dispose         sell, trade two for one, or hold the shares of a vanishing chain
safe            of a size that cannot be absorbed
dead, blocked   a tile that would merge safe chains; one that would found a chain too many
bank            the unsold shares; bag: the undrawn positions
seat            a place at the table; a player sits in it
edition         a named preset of a rulebook
"""
