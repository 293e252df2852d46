// Runs are of the model's requests and exchanges, so importing them makes these visible.
@_exported public import RequestModel
