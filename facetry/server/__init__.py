"""The HTTP server: uvicorn, with bounds on what connections may cost."""

import importlib

from facetry.system.late_modules import late_modules

with late_modules("uvicorn.main"):  # the command line of uvicorn, which the service does not use
    importlib.import_module("uvicorn")  # so that no file of this room imports it first
