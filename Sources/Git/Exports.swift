// A repository is a program of the user's whose files and changes are the model's values, so importing it makes both
// visible.
@_exported public import ChildProcesses
@_exported public import RequestModel
