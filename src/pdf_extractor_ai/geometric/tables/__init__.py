"""Tables: ruled, borderless, spans, continuation over pages."""
