"""``PROVIDER/NAME[@URL]`` -> a ready client."""

from __future__ import annotations

from dataclasses import dataclass

from pdf_extractor_ai.errors import InvalidOptionError
from pdf_extractor_ai.models.anthropic import AnthropicModel
from pdf_extractor_ai.models.client import CUSTOM_KEY_ENV, HttpVisionModel, same_host
from pdf_extractor_ai.models.gemini import GeminiModel
from pdf_extractor_ai.models.openai import OpenAICompatibleModel

# Provider -> address, variable of the key.
_OPENAI_LIKE = {
    "openai": ("https://api.openai.com/v1", "OPENAI_API_KEY"),
    "openrouter": ("https://openrouter.ai/api/v1", "OPENROUTER_API_KEY"),
    "ollama": ("http://127.0.0.1:11434/v1", CUSTOM_KEY_ENV),
    "lmstudio": ("http://127.0.0.1:1234/v1", CUSTOM_KEY_ENV),
    "vllm": ("http://127.0.0.1:8000/v1", CUSTOM_KEY_ENV),
}
_OTHERS: dict[str, type[HttpVisionModel]] = {"anthropic": AnthropicModel, "gemini": GeminiModel}


@dataclass(frozen=True, slots=True)
class ModelSpec:
    """Which model where; ``url`` is empty for the provider's own address."""

    provider: str
    name: str
    url: str = ""

    @property
    def label(self) -> str:
        """``provider/name``, as it is printed in a summary block."""
        return f"{self.provider}/{self.name}"


def parse_model_spec(text: str) -> ModelSpec:
    """The parts of ``PROVIDER/NAME`` or ``PROVIDER/NAME@URL``; raises ``InvalidOptionError``."""
    head, at, tail = text.strip().rpartition("@http")
    rest, url = (head, f"http{tail}") if at else (text.strip(), "")
    provider, _, name = rest.partition("/")
    provider = provider.lower()
    known = sorted([*_OPENAI_LIKE, *_OTHERS])
    if provider not in known or not name or "://" in name:
        raise InvalidOptionError(
            f"not a model: {text!r}",
            remedy=f"Write PROVIDER/NAME or PROVIDER/NAME@URL; providers are {', '.join(known)}.",
        )
    return ModelSpec(provider, name, url)


def model_from_spec(text: str, *, timeout: float = 120.0) -> HttpVisionModel:
    """A client for ``PROVIDER/NAME[@URL]``; nothing is sent yet.

    At the provider's own address its key variable is used, at any other ``PDF_EXTRACTOR_MODEL_KEY``, if set.
    Raises ``InvalidOptionError`` and, without httpx, ``MissingDependencyError``.
    """
    spec = parse_model_spec(text)
    if spec.provider in _OTHERS:
        return _OTHERS[spec.provider](spec.name, base_url=spec.url or None, timeout=timeout)
    url, key_env = _OPENAI_LIKE[spec.provider]
    return OpenAICompatibleModel(
        spec.name,
        base_url=spec.url or url,
        key_env=key_env if same_host(spec.url or url, url) else CUSTOM_KEY_ENV,
        timeout=timeout,
        provider=spec.provider,
    )
