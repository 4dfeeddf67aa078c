"""What browsers and proxies need: the page, cookies of sessions, and headers of proxies."""
