"""What belongs to the service as a whole, and to no image or extension."""
