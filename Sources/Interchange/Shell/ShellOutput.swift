import Foundation

/// The output of commands that only print: `echo`, `printf`, `cat`, `base64` and `tr -d '\n'`.
struct ShellOutput {
  let variables: ShellVariables
  let files: CurlFiles

  func text(of command: ShellCommand) -> String? {
    let arguments = Array(command.words.dropFirst())
    switch command.words.first {
    case "echo": return echo(arguments[...])
    case "printf": return printf(arguments)
    case "cat":
      if arguments.isEmpty || arguments == ["-"] { return input(of: command) }
      return arguments.count == 1 ? files.text(arguments[0]) : nil
    case "base64":
      guard let text = input(of: command).map({ variables.replacing($0) }), !VariableMarks.contains(text),
        !arguments.contains(where: { $0.hasPrefix("-d") || $0 == "-D" || $0.hasPrefix("--d") })
      else { return nil }
      return Data(text.utf8).base64EncodedString() + "\n"
    case "tr" where arguments.first == "-d":
      let letters = arguments.dropFirst().joined().replacing("\\n", with: "\n").replacing("\\r", with: "\r")
      let removed = Set(letters.unicodeScalars)
      return input(of: command).map { text in
        String(String.UnicodeScalarView(text.unicodeScalars.filter { !removed.contains($0) }))
      }
    default: return nil
    }
  }

  private func input(of command: ShellCommand) -> String? {
    command.input ?? command.inputFile.flatMap { files.text($0) }
  }

  private func echo(_ words: ArraySlice<String>) -> String {
    var words = words
    var endsLine = true
    var escapes = false
    while let option = words.first, option.hasPrefix("-"), option.count > 1,
      option.dropFirst().allSatisfy({ "neE".contains($0) })
    {
      if option.contains("n") { endsLine = false }
      if option.contains("e") { escapes = true }
      words = words.dropFirst()
    }
    let text = words.joined(separator: " ") + (endsLine ? "\n" : "")
    return escapes ? ShellScript.unescaped(text) : text
  }

  /// Formats with `%s` and `%%`.
  private func printf(_ words: [String]) -> String? {
    guard let format = words.first(where: { $0 != "--" }) else { return nil }
    var arguments = words.drop { $0 == "--" }.dropFirst()
    var text = ""
    var rest = Substring(ShellScript.unescaped(format))
    while let character = rest.popFirst() {
      guard character == "%" else { text.append(character); continue }
      switch rest.popFirst() {
      case "s": text += arguments.popFirst() ?? ""
      case "%": text += "%"
      default: return nil
      }
    }
    return arguments.isEmpty ? text : nil
  }
}
