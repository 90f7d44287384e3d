"""How fast it is. `python -m benchmarks` measures everything, `python -m benchmarks NAME` one part.

Nothing here fails for being slow: every line stands beside a fixed loop of pure Python, measured
in the same run, so that figures of different machines and busy ones can be compared.
"""
