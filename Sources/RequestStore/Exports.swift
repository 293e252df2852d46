// Files, history and secrets are kept for the model's values, so importing the store makes them visible.
@_exported public import RequestModel
