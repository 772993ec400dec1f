"""The HTTP half that all ready clients share: one bounded POST, its failures as errors of this package."""

from __future__ import annotations

import base64
import json
import os
import re
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from pdf_extractor_ai.errors import (
    InvalidOptionError,
    MissingDependencyError,
    ModelAnswerError,
    ModelBusyError,
    ModelError,
    ModelTimeoutError,
)
from pdf_extractor_ai.image_summarizer.calls import BUSY, seconds_of
from pdf_extractor_ai.models.prompt import PROMPT_VERSION, context_text, read_answer

if TYPE_CHECKING:
    import httpx

    from pdf_extractor_ai.image_summarizer.protocol import SectionVisual

MAX_ANSWER_BYTES = 4 << 20
"""A larger answer is not read to its end."""

CUSTOM_KEY_ENV = "PDF_EXTRACTOR_MODEL_KEY"
"""The key for an address that is not the provider's own; a provider's key is never sent anywhere else."""

_QUOTA = re.compile(r"insufficient_quota|exceeded your current quota|credit balance", re.I)
_DELAY = re.compile(r'"retryDelay"\s*:\s*"(\d+(?:\.\d+)?)s"')


class HttpVisionModel:
    """A vision model behind one HTTP endpoint, usable as ``VisualLanguageModel``.

    ``name`` is the model's name at the service, ``base_url`` its address, ``key_env`` the environment variable
    with the key (``""``: none); it is read at each call, kept nowhere and in no message. Without a name given,
    the provider's own address gets the provider's key and any other ``PDF_EXTRACTOR_MODEL_KEY``, if that is set.
    ``timeout`` bounds connecting, sending
    and each wait for data in seconds. Raises ``InvalidOptionError`` for an address that is no http(s) URL and
    ``MissingDependencyError`` without httpx.
    """

    provider = "http"
    default_url = ""
    default_key_env = ""
    path = "/"
    """What follows the address; ``{name}`` is the model's."""
    key_header = "Authorization"
    key_form = "Bearer {key}"
    fixed_headers: tuple[tuple[str, str], ...] = ()

    def __init__(
        self, name: str, *, base_url: str | None = None, key_env: str | None = None, timeout: float = 120.0
    ) -> None:
        _httpx()
        if not re.fullmatch(r"[\w.:/@+-]+", name) or ".." in name:
            raise InvalidOptionError(f"not a name of a model: {name!r}")
        self.name = name
        self.base_url = (base_url or self.default_url).rstrip("/")
        parts = urlsplit(self.base_url)
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.username or parts.query:
            raise InvalidOptionError(f"not an http(s) address without user and query: {base_url!r}")
        if key_env is None:
            key_env = self.default_key_env if same_host(self.base_url, self.default_url) else CUSTOM_KEY_ENV
        self.key_env = key_env
        self.timeout = timeout

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.name!r}, base_url={self.base_url!r}, key_env={self.key_env!r})"

    @property
    def label(self) -> str:
        """``provider/name``, as it is printed in a summary block."""
        return f"{self.provider}/{self.name}"

    @property
    def cache_key(self) -> str:
        """What an answer depends on besides the model's name in the document: address, name and prompt."""
        return f"{self.provider} {self.base_url} {self.name} prompt {PROMPT_VERSION}"

    async def describe_section(
        self, *, section_title: str, section_text: str, visuals: list[SectionVisual]
    ) -> dict[str, str]:
        """The summaries of ``visuals`` by id; raises one of the ``ModelError`` family."""
        text = context_text(section_title, section_text, visuals)
        answer = await self._post(self.endpoint(), self.body(text, visuals))
        try:
            content, complete = self.content(answer)
        except (KeyError, IndexError, TypeError, AttributeError) as error:
            raise ModelAnswerError(f"{self.label}: the answer lacks the agreed fields") from error
        if not isinstance(content, str):
            raise ModelAnswerError(f"{self.label}: the answer holds no text where it was agreed")
        return read_answer(content, visuals, complete=complete)

    def endpoint(self) -> str:
        """The URL to post to; the key is never part of it, so that no log holds it."""
        return self.base_url + self.path.format(name=self.name)

    def headers(self, key: str) -> dict[str, str]:
        """The headers of a request; a local server needs no key."""
        return dict(self.fixed_headers) | ({self.key_header: self.key_form.format(key=key)} if key else {})

    def body(self, text: str, visuals: list[SectionVisual]) -> dict[str, Any]:
        """The request for ``text`` and the pictures."""
        raise NotImplementedError

    def content(self, answer: dict[str, Any]) -> tuple[str, bool]:
        """The model's text out of the service's answer, and whether it is complete.

        Raises ``ModelRefusedError``; ``KeyError``, ``IndexError``, ``TypeError`` or ``AttributeError`` when the
        answer is not formed as documented.
        """
        raise NotImplementedError

    async def _post(self, url: str, body: dict[str, Any]) -> dict[str, Any]:
        httpx = _httpx()
        key = os.environ.get(self.key_env, "").strip() if self.key_env else ""
        if not key and self.key_env not in ("", CUSTOM_KEY_ENV):
            raise ModelError(f"{self.label}: there is no key", remedy=f"Set {self.key_env} in the environment.")
        try:
            async with (
                httpx.AsyncClient(timeout=self.timeout, follow_redirects=False) as client,
                client.stream("POST", url, json=body, headers=self.headers(key)) as response,
            ):
                raw = await _read(response, self.label)
        except httpx.TimeoutException:
            raise ModelTimeoutError(f"{self.label}: no answer within {self.timeout:g} seconds") from None
        except httpx.TransportError as error:
            raise ModelBusyError(
                f"{self.label}: no connection to {urlsplit(url).netloc} ({type(error).__name__})",
                remedy="Check the address and that the service is running.",
            ) from None
        except UnicodeEncodeError:
            raise InvalidOptionError(f"the key in {self.key_env} is not ASCII") from None
        if response.status_code != 200:
            raise self._failure(response.status_code, response.headers.get("retry-after"), raw)
        try:
            answer = json.loads(raw)
        except (ValueError, RecursionError):
            raise ModelAnswerError(f"{self.label}: the answer is no complete JSON") from None
        if not isinstance(answer, dict):
            raise ModelAnswerError(f"{self.label}: the answer is no JSON object")
        return answer

    def _failure(self, status: int, wait: str | None, raw: bytes) -> ModelError:
        said = raw.decode("utf-8", "replace")
        message = f"{self.label}: HTTP {status}{_reason(said)}"
        if status in (401, 403):
            return ModelError(message, remedy=f"Set {self.key_env or 'the variable of the key'} to a valid key.")
        if status in BUSY and not _QUOTA.search(said):
            delay = _DELAY.search(said)
            return ModelBusyError(message, retry_after=seconds_of(wait or (delay[1] if delay else None)))
        return ModelError(message)


def same_host(url: str, own: str) -> bool:
    """Whether ``url`` leads to the same host as ``own``, and just as encrypted."""
    given, meant = urlsplit(url), urlsplit(own)
    return (given.scheme, given.netloc) == (meant.scheme, meant.netloc)


def _httpx() -> Any:
    try:
        import httpx
    except ImportError as error:
        raise MissingDependencyError(
            "vision models need httpx", remedy='pip install "pdf-extractor-ai[models]"'
        ) from error
    return httpx


async def _read(response: httpx.Response, label: str) -> bytes:
    raw = bytearray()
    async for chunk in response.aiter_bytes():
        raw += chunk
        if len(raw) > MAX_ANSWER_BYTES:
            raise ModelAnswerError(f"{label}: the answer exceeds {MAX_ANSWER_BYTES} bytes")
    return bytes(raw)


def _reason(said: str) -> str:
    """What the service says of an error, shortened; all three services put it at ``error.message``."""
    try:
        error = json.loads(said)["error"]
        message = error["message"] if isinstance(error, dict) else error
    except (ValueError, KeyError, TypeError, RecursionError):
        return ""
    return f" ({' '.join(str(message).split())[:200]})"


def base64_png(visual: SectionVisual) -> str:
    """The picture as base64 text."""
    return base64.b64encode(visual.png_bytes).decode("ascii")
