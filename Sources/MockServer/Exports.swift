// Answers are the examples of the model's collections, so importing the server makes it visible.
@_exported public import RequestModel
