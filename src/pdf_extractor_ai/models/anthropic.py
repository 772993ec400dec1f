"""Anthropic's Messages API."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pdf_extractor_ai.errors import ModelRefusedError
from pdf_extractor_ai.models.client import HttpVisionModel, base64_png
from pdf_extractor_ai.models.prompt import SYSTEM

if TYPE_CHECKING:
    from pdf_extractor_ai.image_summarizer.protocol import SectionVisual

_TOKENS_PER_FIGURE, _MAX_TOKENS = 700, 8192


class AnthropicModel(HttpVisionModel):
    """A model behind ``BASE_URL/v1/messages``."""

    provider = "anthropic"
    default_url = "https://api.anthropic.com"
    default_key_env = "ANTHROPIC_API_KEY"
    path = "/v1/messages"
    key_header, key_form = "x-api-key", "{key}"
    fixed_headers = (("anthropic-version", "2023-06-01"),)

    def body(self, text: str, visuals: list[SectionVisual]) -> dict[str, Any]:
        """One user message: each picture after its id, the context last."""
        parts: list[dict[str, Any]] = []
        for visual in visuals:
            source = {"type": "base64", "media_type": "image/png", "data": base64_png(visual)}
            parts.append({"type": "text", "text": f"Picture of {visual.visual_id}:"})
            parts.append({"type": "image", "source": source})
        parts.append({"type": "text", "text": text})
        return {
            "model": self.name,
            "max_tokens": min(_MAX_TOKENS, 500 + _TOKENS_PER_FIGURE * len(visuals)),
            "system": SYSTEM,
            "messages": [{"role": "user", "content": parts}],
        }

    def content(self, answer: dict[str, Any]) -> tuple[str, bool]:
        """The text blocks in a row."""
        reason = answer.get("stop_reason")
        if reason == "refusal":
            raise ModelRefusedError(f"{self.label} declined")
        text = "".join(block["text"] for block in answer["content"] if block["type"] == "text")
        return text, reason != "max_tokens"
