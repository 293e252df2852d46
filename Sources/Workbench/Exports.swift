// The program wires screens, requests, other formats and its command line together: nearly all of its files have to do
// with one of these.
@_exported public import ArgumentParser
@_exported public import Interchange
@_exported public import RequestRunner
@_exported public import WorkbenchCore
