"""Book folders made by hand, after the contract, for tests of what reads them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

WIND = """# Wind

Dunes wander with the wind. A gust lifts the grains.

## Gusts

The threshold speed of a gust is reached when grains begin to creep.

## Calm

Nothing moves, and the micro-services of the coast sleep.
"""
WATER = """# Water

Waves carry the sand along the shore; étude of currents.

```python
def threshold():
    return 4
```

| month | rain |
|---|---|
| May | 12 |
"""
NETWORK = (
    "# Pods\n\nA pod has an address. Sand is not mentioned, wind only once.\n\n# 网络\n\n集群中的网络插件负责地址分配。"
)
SECTIONS = {1: [{"title": "Wind", "page": 3}, {"title": "Gusts", "page": 4}, {"title": "Calm", "page": 6}]}


Chapter = tuple[str, int, int, str]
"""Title, first page, last page, body."""


def write_book_folder(
    folder: Path,
    chapters: Sequence[Chapter],
    *,
    files: Sequence[str] = (),
    sections: dict[int, list[dict[str, Any]]] | None = None,
    numbers: Sequence[int] = (),
) -> Path:
    """A folder with chapters ``01.md`` ... or the names of ``files``; ``sections`` by place."""
    folder.mkdir(parents=True, exist_ok=True)
    entries = []
    for number, (title, start, end, body) in enumerate(chapters, 1):
        name = files[number - 1] if files else f"{number:02}_{title.lower().replace(' ', '_')}.md"
        (folder / name).write_text(chapter_file(title, number, len(chapters), start, end, body), encoding="utf-8")
        entries.append(
            {
                "chapter_index": numbers[number - 1] if numbers else number,
                "title": title,
                "file_path": name,
                "start_page": start,
                "end_page": end,
                "word_count": len(body.split()),
                "estimated_tokens": -(-len(body) * 10 // 38),
                "sections": (sections or {}).get(number, []),
            }
        )
    write_manifest(folder, {"document_title": folder.name, "total_chapters": len(chapters), "chapters": entries})
    return folder


def write_manifest(folder: Path, manifest: dict[str, Any], *, ascii_only: bool = False) -> None:
    block = json.dumps(manifest, ensure_ascii=ascii_only, indent=2)
    (folder / "AGENTS.md").write_text(f"# {folder.name}\n\n```json\n{block}\n```\n", encoding="utf-8")


def chapter_file(title: str, number: int, total: int, start: int, end: int, body: str) -> str:
    links = '<div align="center">\n\n[Table of Contents](./README.md) • [Agent Manifest](./AGENTS.md)\n\n</div>'
    front = (
        f"---\ntitle: {json.dumps(title, ensure_ascii=False)}\nchapter: {number}\ntotal_chapters: {total}\n"
        f'source_document: "x.pdf"\nstart_page: {start}\nend_page: {end}\n---\n'
    )
    return f"{front}\n{links}\n\n---\n\n{body.strip()}\n\n---\n\n{links}\n"
