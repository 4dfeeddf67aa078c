"""The HTTP server: uvicorn, with bounds on what connections may cost."""
