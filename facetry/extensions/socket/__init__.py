"""The socket: connections of extensions and front ends, their messages and deliveries."""
