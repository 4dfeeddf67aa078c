"""What browsers and proxies need: cookies of sessions, other origins, and headers of proxies."""
