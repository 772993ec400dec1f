"""The layout engine that needs no model: a Docling pipeline named ``GeometricPipeline``."""
