// Messages are made of these types, so whoever imports the client sees them too.
@_exported public import HTTPTypes
@_exported public import RequestModel
