"""Ready vision models over plain HTTP (extra: ``models``); nothing is sent before one of them is called.

`model_from_spec` reads what the command line takes: ``gemini/NAME``, ``anthropic/NAME``, ``openai/NAME@URL``.
"""

from pdf_extractor_ai.models.anthropic import AnthropicModel
from pdf_extractor_ai.models.client import HttpVisionModel
from pdf_extractor_ai.models.gemini import GeminiModel
from pdf_extractor_ai.models.openai import OpenAICompatibleModel
from pdf_extractor_ai.models.spec import ModelSpec, model_from_spec, parse_model_spec

__all__ = [
    "AnthropicModel",
    "GeminiModel",
    "HttpVisionModel",
    "ModelSpec",
    "OpenAICompatibleModel",
    "model_from_spec",
    "parse_model_spec",
]
