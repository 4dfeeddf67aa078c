"""The link between an API process and the coordinator: requests that the coordinator answers for the API process, over
one socket, many at a time.
"""
