"""One MCP server for agents: documents, cards, `.ai.pdf` layers and books as tools. Needs the extra ``mcp``.

``settings`` what a server may do; ``paths`` which files; ``documents`` a file's record, from the cache (``store``)
or from a job (``jobs``); ``answers`` and ``budget`` how an answer is written and kept within its tokens; ``tools``
one module per group; ``server`` puts them together; ``http`` and ``run`` are the ways in.
"""
