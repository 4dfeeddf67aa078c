import importlib

from facetry.system.late_modules import late_modules

with late_modules("aiohttp", "requests", "websocket"):  # for clients of Socket.IO, which the service does not use
    importlib.import_module("socketio")  # so that no file of this room imports it first
