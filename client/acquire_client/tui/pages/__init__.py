"""Screens of their own: everything that is not the board. Each is a `Sheet`, made of plain facts."""
