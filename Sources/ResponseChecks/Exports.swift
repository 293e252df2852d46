// Checks are of the model's responses and find fault with its rows, so importing them makes both visible.
@_exported public import RequestModel
