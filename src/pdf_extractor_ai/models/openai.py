"""Chat completions as OpenAI defined them and vLLM, Ollama, LM Studio and OpenRouter speak them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pdf_extractor_ai.errors import ModelRefusedError
from pdf_extractor_ai.models.client import HttpVisionModel, base64_png
from pdf_extractor_ai.models.prompt import SYSTEM

if TYPE_CHECKING:
    from pdf_extractor_ai.image_summarizer.protocol import SectionVisual


class OpenAICompatibleModel(HttpVisionModel):
    """A model behind ``BASE_URL/chat/completions``; a local server needs no key.

    ``provider`` is what stands before the name in a summary block: ``openai``, ``ollama`` and so on.
    """

    provider = "openai"
    default_url = "https://api.openai.com/v1"
    default_key_env = "OPENAI_API_KEY"
    path = "/chat/completions"

    def __init__(
        self,
        name: str,
        *,
        base_url: str | None = None,
        key_env: str | None = None,
        timeout: float = 120.0,
        provider: str = "openai",
    ) -> None:
        super().__init__(name, base_url=base_url, key_env=key_env, timeout=timeout)
        self.provider = provider

    def body(self, text: str, visuals: list[SectionVisual]) -> dict[str, Any]:
        """One system and one user message; options that only some servers know are left out."""
        parts: list[dict[str, Any]] = [{"type": "text", "text": text}]
        for visual in visuals:
            parts.append({"type": "text", "text": f"Picture of {visual.visual_id}:"})
            parts.append({"type": "image_url", "image_url": {"url": f"data:image/png;base64,{base64_png(visual)}"}})
        return {
            "model": self.name,
            "messages": [{"role": "system", "content": SYSTEM}, {"role": "user", "content": parts}],
        }

    def content(self, answer: dict[str, Any]) -> tuple[str, bool]:
        """The first choice's text; a refusal and a content filter are refusals."""
        choice = answer["choices"][0]
        message, reason = choice["message"], choice.get("finish_reason")
        if message.get("refusal"):
            raise ModelRefusedError(f"{self.label} declined: {str(message['refusal'])[:200]}")
        if reason == "content_filter":
            raise ModelRefusedError(f"{self.label}: stopped by a content filter")
        said = message.get("content") or ""
        if isinstance(said, list):  # some servers answer in parts, as they are asked
            said = "".join(part["text"] for part in said if part["type"] == "text")
        return said, reason != "length"
