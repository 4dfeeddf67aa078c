"""`python -m bench.rivals NAME DESCRIPTOR`: serve a no-op application on an inherited listening socket."""

from __future__ import annotations

import asyncio
import importlib
import logging
import socket
import sys
from typing import Final

import uvicorn
import uvloop

from facetry.server.http_server import build_server

APPLICATIONS: Final = {
    "facetry": "bench.rivals.facetry_pipeline",
    "facetry-as-served": "bench.rivals.facetry_pipeline",
    "starlette": "bench.rivals.bare_starlette",
    "fastapi": "bench.rivals.fastapi_app",
    "connexion": "bench.rivals.stock_connexion",
}


def server(name: str) -> uvicorn.Server:
    """The server: uvicorn with httptools on uvloop for all, with the limits of the product for `facetry-as-served`."""
    application = importlib.import_module(APPLICATIONS[name]).application()
    if name == "facetry-as-served":
        return build_server(application)
    return uvicorn.Server(
        uvicorn.Config(
            application, http="httptools", loop="none", ws="none", lifespan="on", access_log=False, log_config=None
        )
    )


if __name__ == "__main__":
    logging.disable()  # Connexion would log every refusal to standard error
    server_name, descriptor = sys.argv[1:]
    listener = socket.socket(fileno=int(descriptor))
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(server(server_name).serve(sockets=[listener]))
