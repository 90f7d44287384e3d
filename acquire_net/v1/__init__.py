"""Generated from protos/acquire_net/v1 by protos/generate.py; only this file is written by hand."""
