"""The command line: thin commands over the library, one module per group, imported only when called."""
