// Requests and responses are made of these types, so importing the client makes them visible.
@_exported public import HTTPTypes
// Headers and timelines, which the program's model shares.
@_exported public import RequestBasics
