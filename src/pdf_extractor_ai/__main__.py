"""``python -m pdf_extractor_ai``."""

from pdf_extractor_ai.cli.main import main

if __name__ == "__main__":
    raise SystemExit(main())
