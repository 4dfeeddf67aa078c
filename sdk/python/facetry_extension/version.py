"""The version of the SDK, as the service is told."""

VERSION = "1.0.0"
