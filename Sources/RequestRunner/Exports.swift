// Requests are sent from the files of the store, and runs give the results of RequestRuns: importing the runner makes
// both visible, and with the store the model.
@_exported public import RequestRuns
@_exported public import RequestStore
