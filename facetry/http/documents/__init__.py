"""What the service serves of itself: the page, the documentation page, the pages of the rules, and the schemas."""
