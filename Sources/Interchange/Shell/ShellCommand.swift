/// A command of a shell script: its words and its standard input.
struct ShellCommand: Equatable {
  var words: [String] = []
  /// The text of a here-document, a here-string, or of a command whose output is known.
  var input: String?
  /// A file that standard input is read from.
  var inputFile: String?
  /// Whether the words stand for a cmdlet of PowerShell, which follows redirects as .NET does.
  var isCmdlet = false
}

/// The commands of a script in any shell.
struct CommandScript {
  var commands: [ShellCommand] = []
  /// Notes about changed or unknown parts.
  var problems: [String] = []
  var variables = ShellVariables()

  /// Reads text for `sh`, for `cmd.exe` or for PowerShell, whichever it looks like.
  init(_ source: String, files: CurlFiles = CurlFiles()) {
    let pasted = PastedText(source)
    switch pasted.dialect {
    case .windows: self.init(WindowsScript(pasted.text))
    case .powerShell: self.init(PowerShellScript(pasted.text))
    case .posix: self.init(ShellScript(pasted.text, files: files))
    }
    problems = pasted.problems + problems
  }

  private init(_ script: ShellScript) {
    (commands, problems, variables) = (script.commands, script.problems, script.variables)
  }

  private init(_ script: WindowsScript) {
    (commands, problems, variables) = (script.commands, script.problems, script.variables)
  }

  private init(_ script: PowerShellScript) {
    (commands, problems, variables) = (script.commands, script.problems, script.variables)
  }
}
