// Other formats are read into the model's values and written from them, so importing the readers and writers makes them
// visible.
@_exported public import RequestModel
