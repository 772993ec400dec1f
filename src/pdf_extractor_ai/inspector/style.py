"""Colours and the style sheet of the inspection page."""

from __future__ import annotations

COLORS = {
    "title": "#b3001b",
    "section_header": "#d6336c",
    "text": "#1c7ed6",
    "list_item": "#2b8a3e",
    "code": "#495057",
    "formula": "#9c36b5",
    "footnote": "#7048e8",
    "caption": "#0b7285",
    "table": "#e8590c",
    "document_index": "#a87900",
    "picture": "#5c940d",
    "checkbox_selected": "#087f5b",
    "checkbox_unselected": "#087f5b",
    "page_header": "#868e96",
    "page_footer": "#868e96",
    "hidden": "#000000",
    "flag": "#ff0000",
}
"""Docling's labels, in the order of the legend, and two of the report; any other label is drawn in ``OTHER``."""

OTHER = "#343a40"

_BASE = """
*{box-sizing:border-box}
body{margin:0;font:14px/1.45 system-ui,sans-serif;color:#212529;background:#f1f3f5}
header,main{padding:12px 20px}
header{background:#fff;border-bottom:1px solid #ced4da}
h1{font-size:20px;margin:0 0 6px}
h2{font-size:16px;margin:0 0 8px}
table{border-collapse:collapse;font-size:13px}
td,th{border:1px solid #ced4da;padding:2px 8px;text-align:right}
td.l,th.l{text-align:left}
td.bad,strong.bad{background:#ffe3e3;font-weight:600}
.chip{display:inline-block;padding:0 6px;margin:2px 4px 2px 0;border-radius:3px;color:#fff;font-size:12px}
.flags li{margin:2px 0}
.page{display:grid;align-items:start;grid-template-columns:minmax(0,1.1fr) minmax(0,1fr);gap:16px;background:#fff;
border:1px solid #ced4da;padding:12px;margin:0 0 20px}
.page>h2,.page>.wide{grid-column:1/-1}
.sheet{position:relative;border:1px solid #adb5bd;background:#fff}
.sheet img,.sheet svg{display:block;width:100%;height:auto}
.sheet svg{position:absolute;inset:0;height:100%}
.sheet .none{padding:40px;text-align:center;color:#868e96}
rect{fill-opacity:.08;stroke-width:1}
rect.furniture{stroke-dasharray:4 3}
rect.flag,rect.hidden{stroke-dasharray:2 2;fill-opacity:.02}
rect.tag{fill-opacity:1;stroke:none}
a:hover rect:not(.tag),a:target rect:not(.tag){fill-opacity:.35;stroke-width:2}
.order{fill:none;stroke:#f08c00;stroke-width:1;stroke-opacity:.7}
.n{font:bold 8px sans-serif;fill:#fff;text-anchor:middle}
pre{white-space:pre-wrap;overflow-wrap:anywhere;font:12px/1.4 ui-monospace,monospace;background:#f8f9fa;
border:1px solid #dee2e6;padding:8px;margin:0 0 12px;max-height:80vh;overflow:auto}
ol.items{list-style:none;margin:0;padding:0;font-size:12px;max-height:60vh;overflow:auto}
ol.items li{padding:1px 0;border-bottom:1px solid #f1f3f5;overflow-wrap:anywhere}
li:target{background:#fff3bf}
.muted{color:#868e96}
input{margin:0 4px 0 0}label{margin-right:14px}
body:has(#boxes:not(:checked)) svg a{display:none}
body:has(#order:not(:checked)) .order{display:none}
body:has(#furniture:not(:checked)) .off{display:none}
@media (max-width:900px){.page{grid-template-columns:minmax(0,1fr)}}
@media print{.page{break-inside:avoid}pre,ol.items{max-height:none}}
"""


def color(label: str) -> str:
    """The colour of a label as ``#rrggbb``."""
    return COLORS.get(label, OTHER)


def style_sheet() -> str:
    """The whole style sheet: classes for the labels' colours, so that no element needs a style of its own."""
    rules = [
        f".c-{label}{{fill:{value};stroke:{value};background:{value}}}"
        for label, value in (*COLORS.items(), ("x", OTHER))
    ]
    return _BASE + "\n".join(rules) + "\n"


def color_class(label: str) -> str:
    """The class that has the colour of a label."""
    return f"c-{label}" if label in COLORS else "c-x"
