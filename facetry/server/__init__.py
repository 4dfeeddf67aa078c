"""The HTTP server: uvicorn, with bounds on what connections may cost."""

from facetry.system.late_modules import late_modules

with late_modules("uvicorn.main"):  # the command line of uvicorn, which the service does not use
    import uvicorn  # noqa: F401  # so that no file of this room imports it first
