from __future__ import annotations

import base64
import copy
import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from pdf_extractor_ai.errors import (
    ModelAnswerError,
    ModelBusyError,
    ModelError,
    ModelRefusedError,
    ModelTimeoutError,
)
from pdf_extractor_ai.image_summarizer import SectionVisual, summarize_images
from pdf_extractor_ai.models import AnthropicModel, GeminiModel, HttpVisionModel, OpenAICompatibleModel
from tests.image_summarizer.figures import charts, many
from tests.models.server import ENVELOPES, Reply, Service, serving

KEY = "secret-key-7"
CLIENTS: dict[str, Any] = {"openai": OpenAICompatibleModel, "anthropic": AnthropicModel, "gemini": GeminiModel}
PNG = b"\x89PNG\r\n\x1a\nnot really"
VISUAL = SectionVisual(
    "s0-v0",
    PNG,
    "Figure 4. Sand moved.",
    3,
    "unknown",
    heading_path=("Report", "Dunes"),
    before="before",
    after="after",
)
GOOD = json.dumps({"s0-v0": "Sand rises."})

every_client = pytest.mark.parametrize("provider", sorted(CLIENTS))


@pytest.fixture(autouse=True)
def _key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TEST_MODEL_KEY", KEY)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")


def client(provider: str, service: Service, **options: Any) -> HttpVisionModel:
    model: HttpVisionModel = CLIENTS[provider](
        "eye-1", base_url=service.url, key_env=options.pop("key_env", "TEST_MODEL_KEY"), **options
    )
    return model


async def ask(model: HttpVisionModel, visuals: list[SectionVisual] | None = None) -> dict[str, str]:
    return await model.describe_section(
        section_title="Dunes", section_text="Dunes\n\nA long walk.", visuals=visuals or [VISUAL]
    )


@every_client
async def test_an_answer_is_read(provider: str) -> None:
    with serving(Reply(ENVELOPES[provider](GOOD))) as service:
        assert await ask(client(provider, service)) == {"s0-v0": "Sand rises."}


@every_client
async def test_context_picture_and_key_are_sent_where_they_belong(provider: str) -> None:
    with serving(Reply(ENVELOPES[provider](GOOD))) as service:
        await ask(client(provider, service))
    [request] = service.requests
    said = json.dumps(request["body"], ensure_ascii=False)
    for part in ("Report > Dunes", "A long walk.", "Figure 4. Sand moved.", "before", "after", "s0-v0"):
        assert part in said
    assert base64.b64encode(PNG).decode() in said
    assert KEY not in said
    assert KEY not in request["path"]
    assert any(KEY in value for value in request["headers"].values())


async def test_the_wire_format_of_chat_completions() -> None:
    with serving(Reply(ENVELOPES["openai"](GOOD))) as service:
        await ask(client("openai", service))
    [request] = service.requests
    assert request["path"] == "/chat/completions"
    assert request["headers"]["Authorization"] == f"Bearer {KEY}"
    body = request["body"]
    assert (body["model"], [message["role"] for message in body["messages"]]) == ("eye-1", ["system", "user"])
    kinds = [part["type"] for part in body["messages"][1]["content"]]
    assert kinds == ["text", "text", "image_url"]
    assert body["messages"][1]["content"][2]["image_url"]["url"].startswith("data:image/png;base64,")


async def test_the_wire_format_of_messages() -> None:
    with serving(Reply(ENVELOPES["anthropic"](GOOD))) as service:
        await ask(client("anthropic", service))
    [request] = service.requests
    assert request["path"] == "/v1/messages"
    headers = {name.lower(): value for name, value in request["headers"].items()}
    assert (headers["x-api-key"], headers["anthropic-version"]) == (KEY, "2023-06-01")
    body = request["body"]
    assert body["max_tokens"] > 0
    assert isinstance(body["system"], str)
    image = body["messages"][0]["content"][1]
    assert (image["type"], image["source"]["type"], image["source"]["media_type"]) == ("image", "base64", "image/png")


async def test_the_wire_format_of_generate_content() -> None:
    with serving(Reply(ENVELOPES["gemini"](GOOD))) as service:
        await ask(client("gemini", service))
    [request] = service.requests
    assert request["path"] == "/v1beta/models/eye-1:generateContent"
    headers = {name.lower(): value for name, value in request["headers"].items()}
    assert headers["x-goog-api-key"] == KEY
    parts = request["body"]["contents"][0]["parts"]
    assert parts[2]["inline_data"]["mime_type"] == "image/png"
    assert request["body"]["generationConfig"]["responseMimeType"] == "application/json"


@every_client
@pytest.mark.parametrize(
    ("reply", "error", "wait"),
    [
        (Reply({"error": {"message": "slow down"}}, 429, {"retry-after": "7"}), ModelBusyError, 7.0),
        (Reply({"error": {"message": "oops"}}, 500), ModelBusyError, None),
        (Reply(b"<html>bad gateway", 502), ModelBusyError, None),
        (Reply({"error": {"message": "quota", "code": "insufficient_quota"}}, 429), ModelError, None),
        (Reply({"error": {"message": "bad key"}}, 401), ModelError, None),
        (Reply({}, 302, {"location": "http://127.0.0.1:9/"}), ModelError, None),
        (Reply(b'{"choices": [{"mess'), ModelAnswerError, None),
        (Reply([]), ModelAnswerError, None),
        (Reply({"unexpected": True}), ModelAnswerError, None),
        (Reply(b"[" * 200_000), ModelAnswerError, None),
        (Reply(b" " * (5 << 20)), ModelAnswerError, None),
    ],
)
async def test_a_failure_has_its_own_error_that_tells_no_key(
    provider: str, reply: Reply, error: type[ModelError], wait: float | None
) -> None:
    with serving(reply) as service, pytest.raises(ModelError) as caught:
        await ask(client(provider, service))
    assert type(caught.value) is error
    assert getattr(caught.value, "retry_after", None) == wait
    assert KEY not in f"{caught.value!r} {caught.value} {caught.value.remedy}"
    assert len(service.requests) == 1


@every_client
async def test_a_slow_service_is_out_of_time(provider: str) -> None:
    with serving(Reply(ENVELOPES[provider](GOOD), delay=20)) as service, pytest.raises(ModelTimeoutError):
        await ask(client(provider, service, timeout=0.1))


@every_client
async def test_a_service_that_is_not_there(provider: str) -> None:
    with serving(Reply({})) as service:
        pass
    with pytest.raises(ModelBusyError, match="no connection"):
        await ask(client(provider, service))


@pytest.mark.parametrize(
    ("provider", "body"),
    [
        ("openai", {"choices": [{"message": {"refusal": "No.", "content": None}, "finish_reason": "stop"}]}),
        ("openai", {"choices": [{"message": {"content": ""}, "finish_reason": "content_filter"}]}),
        ("anthropic", {"content": [], "stop_reason": "refusal"}),
        ("gemini", {"promptFeedback": {"blockReason": "SAFETY"}}),
        ("gemini", {"candidates": [{"finishReason": "SAFETY"}]}),
    ],
)
async def test_a_refusal(provider: str, body: dict[str, Any]) -> None:
    with serving(Reply(body)) as service, pytest.raises(ModelRefusedError):
        await ask(client(provider, service))


@pytest.mark.parametrize(
    ("provider", "body"),
    [
        ("openai", lambda text: {"choices": [{"message": {"content": text}, "finish_reason": "length"}]}),
        ("anthropic", lambda text: {"content": [{"type": "text", "text": text}], "stop_reason": "max_tokens"}),
        (
            "gemini",
            lambda text: {"candidates": [{"content": {"parts": [{"text": text}]}, "finishReason": "MAX_TOKENS"}]},
        ),
    ],
)
async def test_of_a_cut_answer_the_whole_figures_count(provider: str, body: Any) -> None:
    two = [VISUAL, SectionVisual("s0-v1", PNG, "", 3, "unknown")]
    with serving(Reply(body('{"s0-v0": "Whole \\"one\\".", "s0-v1": "Cut o'))) as service:
        assert await ask(client(provider, service), two) == {"s0-v0": 'Whole "one".'}
    with serving(Reply(body('{"s0-v0": "Cut o'))) as service, pytest.raises(ModelAnswerError, match="cut off"):
        await ask(client(provider, service))


async def test_gemini_names_its_delay_in_the_body_and_keeps_its_thoughts() -> None:
    details = [{"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "3.5s"}]
    slow = Reply({"error": {"message": "slow", "details": details}}, 429)
    with serving(slow) as service, pytest.raises(ModelBusyError) as caught:
        await ask(client("gemini", service))
    assert caught.value.retry_after == 3.5
    parts = [{"text": "let me see", "thought": True}, {"text": GOOD}]
    with serving(Reply({"candidates": [{"content": {"parts": parts}, "finishReason": "STOP"}]})) as service:
        assert await ask(client("gemini", service)) == {"s0-v0": "Sand rises."}


@every_client
async def test_without_the_key_nothing_is_sent(provider: str) -> None:
    with serving(Reply({})) as service, pytest.raises(ModelError, match="no key") as caught:
        await ask(client(provider, service, key_env="UNSET_MODEL_KEY"))
    assert service.requests == []
    assert "UNSET_MODEL_KEY" in caught.value.remedy


async def test_a_storm_of_429_and_then_no_call_at_all(tmp_path: Path) -> None:
    answer = json.dumps({f"s{n}-v0": f"Figure {n}." for n in range(20)})
    storm = [Reply({"error": {"message": "slow down"}}, 429, {"Retry-After": "0.02"})] * 6
    document = many(20)
    with serving(*storm, Reply(ENVELOPES["openai"](answer))) as service:
        model = client("openai", service)
        options: dict[str, Any] = {"model_name": model.label, "concurrency": 3, "cache": tmp_path, "report": True}
        summarized, report = await summarize_images(document, model, **options)
        asked = len(service.requests)
        _, again = await summarize_images(document, model, **options)
    assert summarized.pictures == []
    assert (report.done, report.calls, asked) == (20, 26, 26)
    assert service.peak <= 3
    assert (again.done, again.cached, again.calls) == (20, 20, 0)
    assert len(service.requests) == asked


async def test_a_failed_service_leaves_the_pictures() -> None:
    with serving(Reply({"error": {"message": "bad key"}}, 401)) as service:
        _, report = await summarize_images(charts(), client("gemini", service), model_name="m", report=True)
    assert [failure.code for failure in report.failed] == ["model_error"]
    assert "bad key" in report.failed[0].message


WRONG: list[Any] = [
    None,
    True,
    0,
    1.5,
    "",
    "x",
    [],
    {},
    [None],
    [1],
    ["x"],
    [[]],
    {"text": 1},
    [{"type": "text", "text": None}],
]


def _places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield (*path, key)
        yield from _places(inner, (*path, key))


@every_client
async def test_an_answer_of_any_form_is_read_or_turned_down(provider: str, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = ENVELOPES[provider](GOOD)
    model = CLIENTS[provider]("eye-1", base_url="http://127.0.0.1:9", key_env="TEST_MODEL_KEY")
    for place in _places(whole):
        for wrong in WRONG:
            changed = copy.deepcopy(whole)
            inner: Any = changed
            for key in place[:-1]:
                inner = inner[key]
            inner[place[-1]] = wrong

            async def post(url: str, body: Any, said: Any = changed) -> Any:
                return said

            monkeypatch.setattr(model, "_post", post)
            with suppress(ModelError):
                answers = await ask(model)
                assert all(isinstance(answer, str) for answer in answers.values())


async def test_a_server_may_answer_in_parts() -> None:
    parts = [{"type": "text", "text": GOOD[:9]}, {"type": "text", "text": GOOD[9:]}]
    with serving(Reply({"choices": [{"message": {"content": parts}, "finish_reason": "stop"}]})) as service:
        assert await ask(client("openai", service)) == {"s0-v0": "Sand rises."}
