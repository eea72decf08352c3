"""Sends calls to the warehouse, and waits between attempts."""

import time

from orchard.net.retry import RetryPolicy


class Transport:
    """One connection to the warehouse."""

    def __init__(self, policy: RetryPolicy) -> None:
        self.policy = policy

    def send(self, client, method: str, path: str):
        for attempt in range(self.policy.attempts):
            answer = client.request(method, path)
            if not self.policy.retryable(method, answer.status_code):
                return answer
            time.sleep(2**attempt)
        return answer
