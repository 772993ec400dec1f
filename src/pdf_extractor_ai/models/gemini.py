"""Google's Gemini API."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pdf_extractor_ai.errors import ModelRefusedError
from pdf_extractor_ai.models.client import HttpVisionModel, base64_png
from pdf_extractor_ai.models.prompt import SYSTEM

if TYPE_CHECKING:
    from pdf_extractor_ai.image_summarizer.protocol import SectionVisual

_DECLINED = frozenset(
    {"SAFETY", "RECITATION", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII", "IMAGE_SAFETY", "IMAGE_PROHIBITED_CONTENT"}
)


class GeminiModel(HttpVisionModel):
    """A model behind ``BASE_URL/v1beta/models/NAME:generateContent``."""

    provider = "gemini"
    default_url = "https://generativelanguage.googleapis.com"
    default_key_env = "GEMINI_API_KEY"
    path = "/v1beta/models/{name}:generateContent"
    key_header, key_form = "x-goog-api-key", "{key}"

    def body(self, text: str, visuals: list[SectionVisual]) -> dict[str, Any]:
        """One user turn with text and pictures, answered in JSON."""
        parts: list[dict[str, Any]] = [{"text": text}]
        for visual in visuals:
            parts.append({"text": f"Picture of {visual.visual_id}:"})
            parts.append({"inline_data": {"mime_type": "image/png", "data": base64_png(visual)}})
        return {
            "system_instruction": {"parts": [{"text": SYSTEM}]},
            "contents": [{"role": "user", "parts": parts}],
            "generationConfig": {"responseMimeType": "application/json"},
        }

    def content(self, answer: dict[str, Any]) -> tuple[str, bool]:
        """The first candidate's text without its thoughts; a blocked prompt or answer is a refusal."""
        blocked = (answer.get("promptFeedback") or {}).get("blockReason")
        if blocked:
            raise ModelRefusedError(f"{self.label}: the request was blocked ({blocked})")
        candidate = answer["candidates"][0]
        reason = candidate.get("finishReason")
        if reason in _DECLINED:
            raise ModelRefusedError(f"{self.label}: stopped by a filter ({reason})")
        parts = (candidate.get("content") or {}).get("parts") or []
        text = "".join(part.get("text", "") for part in parts if not part.get("thought"))
        return text, reason != "MAX_TOKENS"
