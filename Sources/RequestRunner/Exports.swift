// Requests are sent by the client from the files of the store, with scripts and checks, and runs give the results of
// RequestRuns and RequestLoad: importing the runner makes them visible, and with the store the model.
@_exported public import RequestClient
@_exported public import RequestLoad
@_exported public import RequestRuns
@_exported public import RequestScript
@_exported public import RequestStore
@_exported public import ResponseChecks
