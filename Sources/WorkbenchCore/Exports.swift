// Screens show the model's values and are drawn with the terminal's types, so importing the core makes both visible.
@_exported public import RequestModel
@_exported public import TerminalUI
