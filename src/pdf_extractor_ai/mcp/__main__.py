"""``python -m pdf_extractor_ai.mcp`` is ``pdf-extractor-ai mcp``."""

from pdf_extractor_ai.cli.mcp import main

if __name__ == "__main__":
    raise SystemExit(main())
