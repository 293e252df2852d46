// Its routes answer with the messages of MockServer, so importing the demo server makes them visible.
@_exported public import MockServer
