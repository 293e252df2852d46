// Schemas and the values that they validate are JSON values, so importing JSONSchema makes them visible.
@_exported public import RequestBasics
