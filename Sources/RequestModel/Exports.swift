// Stored values are made of the JSON types of RequestBasics.
@_exported public import RequestBasics
