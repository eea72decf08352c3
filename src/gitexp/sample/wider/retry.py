"""Decides whether an answer of the warehouse is worth a second attempt."""


class RetryPolicy:
    """How often a call is tried."""

    def __init__(self, attempts: int = 3) -> None:
        self.attempts = attempts

    def retryable(self, method: str, status: int) -> bool:
        return status >= 500
