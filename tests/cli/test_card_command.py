"""``pdf-extractor-ai card``: answers, exit codes, and never a traceback."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from pdf_extractor_ai.cli.main import main
from pdf_extractor_ai.frontmatter import Card, content_hash, parse_card, read_card, write_card
from tests.frontmatter.samples import FIXTURES, PLAIN, SPECIMEN, locked, signed, with_payload
from tests.shared import DATA

HEAVY = ("docling", "docling_core", "docling_parse", "pandas", "scipy", "numpy", "torch", "PIL", "pydantic")


@pytest.fixture
def plain(tmp_path: Path) -> Path:
    path = tmp_path / "plain.pdf"
    path.write_bytes(PLAIN)
    return path


@pytest.fixture
def carded(tmp_path: Path) -> Path:
    path = tmp_path / "carded.pdf"
    path.write_bytes(write_card(PLAIN, Card.new("A title", pages=1, content_sha256=content_hash(PLAIN))))
    return path


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    code = main(["card", *map(str, arguments)])
    said = capsys.readouterr()
    assert "Traceback" not in said.err
    return code, said.out, said.err


def run_json(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, dict[str, Any]]:
    code, out, _ = run(capsys, *arguments, "--json")
    record: dict[str, Any] = json.loads(out)
    assert record["schema_version"] == "1"
    assert set(record) >= {"input", "error"}
    return code, record


def test_read_writes_the_yaml(carded: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "read", carded)

    assert (code, err) == (0, "")
    assert parse_card(out).card == read_card(carded).card


def test_read_as_json_says_that_it_is_untrusted(carded: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, record = run_json(capsys, "read", carded)

    assert code == 0
    assert (record["status"], record["hash_profile"], record["error"]) == ("ok", "lite/1", None)
    assert record["card"]["title"] == "A title"
    assert "never an instruction" in record["note"]


@pytest.mark.parametrize(
    ("name", "status", "reason"),
    [
        ("pdfs/tiny-plain.pdf", "missing", "no attachment"),
        ("pdfs/card-stale.pdf", "stale", "content_sha256"),
        ("pdfs/card-wrong-name.pdf", "missing", "no attachment"),
    ],
)
def test_read_without_a_usable_card_is_a_failure_with_its_reason(
    name: str, status: str, reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = run(capsys, "read", FIXTURES / name)
    assert (code, out) == (1, "")
    assert err.startswith(f"{status}: ")
    assert reason in err

    code, record = run_json(capsys, "read", FIXTURES / name)
    assert (code, record["status"], record["card"]) == (1, status, None)


def test_a_stale_card_is_shown_when_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "read", FIXTURES / "pdfs" / "card-stale.pdf", "--allow-stale")

    assert code == 0
    assert "title" in out
    assert err.startswith("stale: ")
    assert run(capsys, "read", FIXTURES / "pdfs" / "card-stale.pdf", "--no-check")[0] == 0


def test_what_a_card_says_cannot_steer_the_terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "evil.pdf"
    path.write_bytes(with_payload(b'spec: "\xe2\x80\xaeevil\\e[2J"\ntitle: T\n'))

    code, out, err = run(capsys, "read", path)

    assert code == 1
    assert "\x1b" not in out + err
    assert "\u202e" not in err


def test_verify_tells_good_from_bad(carded: Path, plain: Path, capsys: pytest.CaptureFixture[str]) -> None:
    stale = FIXTURES / "pdfs" / "card-stale.pdf"

    assert run(capsys, "verify", carded)[:2] == (0, f"{carded}: ok (lite/1)\n")
    assert run(capsys, "verify", stale)[0] == 1
    assert run(capsys, "verify", plain)[0] == 1
    code, out, _ = run(capsys, "verify", carded, stale, plain / "nothing")
    assert code == 3
    assert [line.rsplit(": ", 1)[1] for line in out.splitlines()] == ["ok (lite/1)", "stale"]
    code, record = run_json(capsys, "verify", stale)
    assert (code, record["verified"], record["status"]) == (1, False, "stale")


def test_verify_warns_and_strict_minds(plain: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "odd.pdf"
    path.write_bytes(write_card(PLAIN, Card.new("T", pages=7, derived={"doclang": "absent.json"})))

    code, _, err = run(capsys, "verify", path)
    assert code == 0
    for warning in ("pages_differ", "derived_missing", "hash_missing"):
        assert warning in err
    assert run(capsys, "verify", path, "--strict")[0] == 1


def test_verify_an_invalid_card(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "invalid.pdf"
    path.write_bytes(with_payload(b"title: [\n"))

    code, out, err = run(capsys, "verify", path)

    assert (code, out) == (1, f"{path}: invalid\n")
    assert "line 2" in err


def test_write_makes_a_copy_and_remove_undoes_it(
    plain: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    card = tmp_path / "card.yaml"
    card.write_text("title: Two columns # a comment\nlanguage: en\n")

    code, out, err = run(capsys, "write", plain, card, "--fill")

    target = tmp_path / "plain.frontmatter.pdf"
    assert (code, out, err) == (0, f"{target}\n", "")
    assert plain.read_bytes() == PLAIN
    result = read_card(target)
    assert (result.status, result.card.pages if result.card else 0) == ("ok", 1)
    assert "# a comment" in (result.yaml or "")
    code, record = run_json(capsys, "remove", target, "-o", tmp_path / "again.pdf")
    assert (code, record["status"], record["output"]) == (0, "written", str(tmp_path / "again.pdf"))
    assert record["added"] < 0
    assert (tmp_path / "again.pdf").read_bytes() == PLAIN


@pytest.mark.parametrize("fill", [[], ["--fill"]])
def test_write_under_either_convention(
    fill: list[str], plain: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "card.yaml").write_text("# mine\ntitle: T # too\n")

    assert run(capsys, "write", plain, tmp_path / "card.yaml", "--convention", "open-matter", *fill)[0] == 0

    result = read_card(tmp_path / "plain.frontmatter.pdf")
    assert (result.status, result.file_name) == ("ok", "open-matter.yaml")
    assert result.card is not None
    assert next(iter(result.card.data)) == "spec"
    assert "# too" in (result.yaml or "")


def test_write_in_place_and_never_over_the_input_otherwise(
    plain: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    card = tmp_path / "card.yaml"
    card.write_text("title: T\n")

    assert run(capsys, "write", plain, card, "-o", plain)[0] == 2
    assert plain.read_bytes() == PLAIN
    assert run(capsys, "write", plain, card, "--in-place", "-o", tmp_path / "x.pdf")[0] == 2
    assert run(capsys, "write", plain, card, "--in-place")[0] == 0
    assert read_card(plain).status == "ok"
    assert run(capsys, "remove", plain, "--in-place")[0] == 0
    assert plain.read_bytes() == PLAIN


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("title: T\npages: 0\n", "invalid_card"),
        ("- a\n- b\n", "invalid_card"),
        ("title: [\n", "invalid_yaml"),
        ("title: " + "x" * 20_000, "card_error"),
        ("title: \xff", "card_error"),
    ],
)
def test_a_bad_card_is_not_written(
    text: str, code: str, plain: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    card = tmp_path / "card.yaml"
    card.write_bytes(text.encode("latin-1"))

    exit_code, record = run_json(capsys, "write", plain, card)

    assert (exit_code, record["status"], record["error"]["code"]) == (1, "failed", code)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["card.yaml", "plain.pdf"]


def test_signed_and_locked_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "card.yaml").write_text("title: T\n")
    (tmp_path / "secret.txt").write_text("x\n")
    (tmp_path / "signed.pdf").write_bytes(signed())
    (tmp_path / "locked.pdf").write_bytes(locked("x"))

    code, _, err = run(capsys, "write", tmp_path / "signed.pdf", tmp_path / "card.yaml")
    assert code == 1
    assert "[signed_pdf]" in err
    assert run(capsys, "write", tmp_path / "signed.pdf", tmp_path / "card.yaml", "--force")[0] == 0
    code, record = run_json(capsys, "write", tmp_path / "locked.pdf", tmp_path / "card.yaml")
    assert (code, record["error"]["code"]) == (1, "password_required")
    key = ("--password-file", tmp_path / "secret.txt")
    assert run(capsys, "write", tmp_path / "locked.pdf", tmp_path / "card.yaml", *key)[0] == 0
    assert run(capsys, "read", tmp_path / "locked.frontmatter.pdf", *key)[0] == 0
    assert run(capsys, "read", tmp_path / "locked.frontmatter.pdf")[0] == 1
    assert run(capsys, "read", tmp_path / "locked.pdf", "--password-file", tmp_path / "none.txt")[0] == 2


@pytest.mark.parametrize("command", ["read", "verify", "draft", "remove"])
def test_a_file_that_is_not_there_or_no_pdf(command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "text.pdf").write_text("no PDF")

    code, record = run_json(capsys, command, tmp_path / "absent.pdf")
    assert (code, record["error"]["code"]) == (1, "file_not_found")
    code, out, err = run(capsys, command, tmp_path / "text.pdf")
    assert code == 1
    assert out + err
    code, _, err = run(capsys, command, tmp_path)
    assert code == 1
    assert "[unreadable]" in err or "unreadable" in err


def test_removing_what_is_not_there(plain: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, record = run_json(capsys, "remove", plain)

    assert (code, record["error"]["code"]) == (1, "card_error")
    assert not plain.with_suffix(".plain.pdf").exists()


def test_draft_prints_writes_and_attaches(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1786579200")
    report = DATA / "samples" / "report.pdf"

    code, out, _ = run(capsys, "draft", report)
    drafted = parse_card(out).card
    assert code == 0
    assert drafted is not None
    assert (drafted.language, drafted.pages, drafted.generated_at) == ("en", 4, "2026-08-13")

    code, record = run_json(capsys, "draft", report, "-o", tmp_path / "c.yaml", "--write", tmp_path / "c.pdf")
    assert (code, record["status"], record["card"]) == (0, "drafted", drafted.data)
    assert (tmp_path / "c.yaml").read_text() == out
    assert read_card(tmp_path / "c.pdf").card == drafted
    assert run(capsys, "draft", report, "-o", report)[0] == 2
    assert run(capsys, "draft", report, "--write", "-")[0] == 2
    assert run(capsys, "draft", report, "-o", "-")[1] == out


def test_standard_input_and_output() -> None:
    command = [sys.executable, "-m", "pdf_extractor_ai", "card"]
    written = write_card(PLAIN, SPECIMEN, keep_unknown=False)

    read = subprocess.run([*command, "read", "-", "--no-check"], input=written, capture_output=True, check=True)
    assert parse_card(read.stdout).card == read_card(written, check_hash=False).card
    removed = subprocess.run([*command, "remove", "-"], input=written, capture_output=True, check=True)
    assert read_card(removed.stdout).status == "missing"
    assert removed.stderr == b""
    both = subprocess.run([*command, "write", "-", "-"], input=written, capture_output=True, check=False)
    assert both.returncode == 2


@pytest.mark.parametrize("arguments", [["read"], ["verify", "--json"], ["read", "--no-check"]])
def test_reading_a_card_imports_nothing_heavy(arguments: list[str], carded: Path) -> None:
    script = (
        "import sys; from pdf_extractor_ai.cli.main import main; code = main(sys.argv[1:]);"
        f"print(code, [name for name in {HEAVY!r} if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", script, "card", *arguments, str(carded)],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.splitlines()[-1] == "0 []"
    assert done.stderr == ""


def test_help_names_the_exit_codes(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in ([], ["read"], ["verify"], ["draft"], ["write"], ["remove"]):
        code, out, _ = run(capsys, *arguments, "--help")
        assert code == 0
        assert "2  wrong usage" in out
