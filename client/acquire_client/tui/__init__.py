"""The full-screen table: pure pictures of a game, and the shell that shows them in a terminal.

Only `shell` and what it is made of know prompt_toolkit; the rest is loaded without it.
"""
