"""The outside world, one technology a file, named <port>_<technology>.py."""
