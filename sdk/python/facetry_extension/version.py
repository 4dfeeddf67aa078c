"""The version of the SDK, as it is sent to the service."""

VERSION = "1.0.0"
