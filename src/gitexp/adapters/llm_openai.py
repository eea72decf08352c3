"""Asks a language model behind an OpenAI-compatible endpoint: what is kept first, within a budget, each reply checked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from gitexp.adapters.llm_address import check_address, check_key
from gitexp.adapters.llm_forms import Asked, Form
from gitexp.adapters.llm_keys import key_of
from gitexp.adapters.llm_reading import Unfit, content_of
from gitexp.adapters.llm_sending import NoReply, Sender
from gitexp.adapters.llm_side_by_side import side_by_side
from gitexp.ports import Replies
from gitexp.records.failed import Failed
from gitexp.records.llm import Announcement, Asking, Budget, KeptReply, Question, Reply, Sampling, Spent

PARALLEL = 4
TIMEOUT = 600.0
REPLY_TOKENS = 500
"""What a reply is taken to have before the first one came."""
MAX_REPEATED = 4000


@dataclass(frozen=True)
class _Came:
    """The reply to one request, as it came now or was kept."""

    key: str
    reply: KeptReply
    kept: bool


class OpenAIChat:
    """Implements `LanguageModel` through Chat Completions for one run.

    `kept` is written and read, `recorded` is only read, and first. `tell` hears how many of a batch are done, `say`
    what is announced, and answers whether private words may be sent. Raises RepositoryError for settings that can't
    be worked with.
    """

    def __init__(
        self,
        endpoint: str,
        key: str,
        sampling: Mapping[Asking, Sampling],
        *,
        kept: Replies,
        recorded: Replies | None = None,
        budget: Budget | None = None,
        parallel: int = PARALLEL,
        seed: int | None = None,
        offline: bool = False,
        insecure: bool = False,
        timeout: float = TIMEOUT,
        tell: Callable[[int, int], object] | None = None,
        say: Callable[[Announcement], bool] | None = None,
        sleep: Callable[[float], object] | None = None,
    ) -> None:
        check_address(endpoint, insecure=insecure)
        check_key(key)
        self._sampling = sampling
        self._kept = kept
        self._recorded = recorded
        self._sender = Sender(endpoint, key, budget or Budget(), timeout, sleep)
        self._parallel = max(1, parallel)
        self._seed = seed
        self._offline = offline
        self._tell = tell
        self._say = say
        self._private = False
        self._announcement: Announcement | None = None

    @property
    def spent(self) -> Spent:
        """Return what the replies so far cost."""
        return self._sender.spent

    def announce(self, calls: int, tokens: int, texts: str, private: int) -> None:
        """Keep what is to be said before the first call that is really made."""
        if self._offline or self._say is None:
            return
        names = ", ".join(dict.fromkeys(one.model for one in self._sampling.values()))
        cost = self._sender.purse.cost(tokens, calls * REPLY_TOKENS)
        limit = self._sender.purse.limit
        self._announcement = Announcement(
            self._sender.shown, names, calls, tokens, cost, texts, private, limit
        )

    def _say_it(self, keys: Collection[str]) -> None:
        """Say where text goes, and hear whether private words may go too, if one of these keys is not kept."""
        told = self._announcement
        if told is None or self._say is None or all(self._held(key) is not None for key in keys):
            return
        self._announcement = None
        self._private = self._say(told)

    def _held(self, key: str) -> KeptReply | None:
        """Return the reply that was recorded or kept under a key."""
        recorded = self._recorded.get(key) if self._recorded else None
        return recorded or self._kept.get(key)

    def ask(self, questions: Sequence[Question]) -> Sequence[Reply | Failed]:
        """Return a reply to each question, in order, each fitting its question's schema.

        Raises OutsideError where the endpoint can't be used at all.
        """
        asked: dict[str, Question] = {}
        keys = [key_of(self._asked(one).body(Form())) for one in questions]
        for key, one in zip(keys, questions, strict=True):
            asked[key] = replace(one, private=one.private or (key in asked and asked[key].private))
        self._say_it(asked)
        answers: dict[str, Reply | Failed] = {}
        names, times, done = list(asked), Counter(keys), 0
        try:
            for place, answer in side_by_side(self._reply, list(asked.values()), self._parallel):
                answers[names[place]] = answer
                done += times[names[place]]
                if self._tell is not None:
                    self._tell(done, len(keys))
        finally:
            if len(answers) < len(asked):  # interrupted, or the endpoint can't be used: nothing more is sent
                self._sender.stop()
            self._sender.close()
        return [answers[key] for key in keys]

    def _asked(self, question: Question) -> Asked:
        messages = [
            {"role": "system", "content": question.system.encode("utf-8", "replace").decode()},
            {"role": "user", "content": question.user.encode("utf-8", "replace").decode()},
        ]
        return Asked(question.step, messages, question.schema, self._sampling[question.step], self._seed)

    def _reply(self, question: Question) -> Reply | Failed:
        """Return the reply to a question, asked a second time with the fault where the first one does not fit."""
        asked = self._asked(question)
        try:
            first = self._came(asked, question.private)
            try:
                return self._fitting(question, first)
            except Unfit as fault:
                second = self._came(_once_more(asked, first.reply.text, str(fault)), question.private)
            reply = self._fitting(question, second, first)
        except Unfit as fault:
            return Failed(f"the reply does not fit, also when asked again: {fault}")
        except NoReply as none:
            return none.failed
        return reply

    def _fitting(self, question: Question, came: _Came, before: _Came | None = None) -> Reply:
        """Return the reply that fits, and keep it, with the one before it, which leads to it. Raises Unfit."""
        if not came.reply.text.strip():
            raise Unfit("it is empty")
        content = content_of(came.reply.text, question.schema)
        fault = question.check(content) if question.check else ""
        if fault:
            raise Unfit(fault)
        all_of_them = [came] if before is None else [before, came]
        for one in all_of_them:
            if not one.kept:
                self._kept.put(one.key, one.reply)
        return Reply(
            content,
            sum(one.reply.prompt_tokens for one in all_of_them),
            sum(one.reply.completion_tokens for one in all_of_them),
            all(one.kept for one in all_of_them),
        )

    def _came(self, asked: Asked, private: bool) -> _Came:
        """Return the reply to one request, kept or sent for. Raises NoReply."""
        key = key_of(asked.body(Form()))
        kept = self._held(key)
        if kept is not None:
            prompt = kept.prompt_tokens or sum(len(one["content"]) for one in asked.messages) // 4
            kept = replace(kept, prompt_tokens=prompt)
            self._sender.count(asked, kept, kept=1)
            return _Came(key, kept, True)
        if self._offline:
            raise NoReply("no kept reply and --offline", undone=True)
        if private and not self._private:
            raise NoReply("a private discussion is not sent without a yes (--send-private)", undone=True)
        return _Came(key, self._sender.send(asked), False)


def _once_more(asked: Asked, reply: str, fault: str) -> Asked:
    """Return the request again, with the reply and what is wrong with it."""
    said = {"role": "assistant", "content": reply[:MAX_REPEATED] if reply.strip() else "(nothing)"}
    wrong = f"That reply does not fit: {fault}. Answer again, with one JSON object of the form asked for and nothing else."
    return replace(asked, messages=[*asked.messages, said, {"role": "user", "content": wrong}])
