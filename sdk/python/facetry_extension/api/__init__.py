"""The operations of the service: a client with a method for each, and the values that they take and give."""

from facetry_extension.api.client import Client
from facetry_extension.api.errors import ApiError, UnreachableError
from facetry_extension.api.transport import Message

__all__ = ["ApiError", "Client", "Message", "UnreachableError"]
