"""Contract tests of a running service, of whichever implementer, and of recorded traffic. They need the extra
`contract`.
"""
