"""The local network: which addresses this computer has, and which tables are on the air."""
