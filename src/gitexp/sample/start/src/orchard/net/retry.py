"""Decides whether an answer of the warehouse is worth a second attempt."""

RETRYABLE_METHODS = {"GET", "HEAD", "PUT"}


class RetryPolicy:
    """How often a call is tried, and which calls are."""

    def __init__(self, attempts: int = 3) -> None:
        self.attempts = attempts

    def retryable(self, method: str, status: int) -> bool:
        return method in RETRYABLE_METHODS and status >= 500
