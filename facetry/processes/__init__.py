"""Several processes that serve one library: a supervisor, a coordinator, and API processes.

The supervisor accepts the connections, gives each to an API process, and replaces processes that have ended. API
processes answer what only reads. The coordinator has the writer, scans, extensions, deliveries and sockets, and answers
the rest over a link to each API process.
"""
