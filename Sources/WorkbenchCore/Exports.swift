// Screens show the model's values, bodies and runs, and are drawn with the terminal's types: importing the core makes
// them visible.
@_exported public import BodyDocument
@_exported public import RequestLoad
@_exported public import RequestModel
@_exported public import RequestRuns
@_exported public import TerminalUI
