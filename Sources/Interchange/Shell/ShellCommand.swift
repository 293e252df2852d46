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

/// A parsed script of one shell.
protocol ParsedScript {
  var commands: [ShellCommand] { get }
  /// Notes about changed or unknown parts.
  var problems: [String] { get }
  var variables: ShellVariables { get }
}

/// The commands of a script in any shell.
struct CommandScript: ParsedScript {
  let commands: [ShellCommand]
  let problems: [String]
  let variables: ShellVariables

  /// Reads text for `sh`, for `cmd.exe` or for PowerShell, whichever it looks like.
  init(_ source: String, files: CurlFiles = CurlFiles()) {
    let pasted = PastedText(source)
    let script: any ParsedScript =
      switch pasted.dialect {
      case .windows: WindowsScript(pasted.text)
      case .powerShell: PowerShellScript(pasted.text)
      case .posix: ShellScript(pasted.text, files: files)
      }
    (commands, problems, variables) = (script.commands, pasted.problems + script.problems, script.variables)
  }
}
