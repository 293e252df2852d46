// The program wires screens and requests together: nearly all of its files have to do with one of these.
@_exported public import RequestRunner
@_exported public import WorkbenchCore
