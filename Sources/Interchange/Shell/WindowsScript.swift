/// Reads commands for `cmd.exe`, as browsers copy them: carets before special characters, and words as the C runtime
/// of Windows splits them.
struct WindowsScript: ParsedScript {
  private(set) var commands: [ShellCommand] = []
  private(set) var problems: [String] = []
  private(set) var variables = ShellVariables()

  private let text: [Unicode.Scalar]
  private var index = 0
  private var line = ""

  init(_ source: String) {
    text = source.unicodeScalars.filter { !VariableMarks.isMark($0) }
    var isQuoted = false
    while index < text.count {
      let scalar = text[index]
      index += 1
      switch scalar {
      case "^" where !isQuoted: escaped()
      case "\"":
        isQuoted.toggle()
        line.unicodeScalars.append(scalar)
      case "\n" where !isQuoted, "&" where !isQuoted, "|" where !isQuoted: endCommand()
      case "%": variable()
      default: line.unicodeScalars.append(scalar)
      }
    }
    if isQuoted { problems.append("a double quote is not closed") }
    endCommand()
  }

  /// A caret escapes the next character. Before a line end it continues the line and escapes the character after it.
  private mutating func escaped() {
    guard index < text.count else { return }
    if text[index] == "\n" { index += 1 }
    guard index < text.count else { return }
    line.unicodeScalars.append(text[index])
    index += 1
  }

  /// `%NAME%`; the percent signs of a URL stay.
  private mutating func variable() {
    let name = text[index...].prefix { $0 == "_" || ("A"..."Z").contains($0) || ("0"..."9").contains($0) }
    guard name.count > 2, name.endIndex < text.count, text[name.endIndex] == "%",
      ShellScript.isName(String(String.UnicodeScalarView(name)))
    else { return line.unicodeScalars.append("%") }
    line += variables.reference(String(String.UnicodeScalarView(name)))
    index = name.endIndex + 1
  }

  private mutating func endCommand() {
    let words = Self.words(of: line)
    line = ""
    if words.first?.lowercased() == "set", words.count > 1 {
      if let (name, value) = words.dropFirst().joined(separator: " ").cut(at: "=") { variables.set(name, .text(value)) }
    } else if !words.isEmpty {
      commands.append(ShellCommand(words: words))
    }
  }

  /// Words as a program gets them: backslashes count only before quotes, and two quotes within quotes are one.
  static func words(of line: String) -> [String] {
    let text = Array(line.unicodeScalars)
    var words: [String] = []
    var word: String.UnicodeScalarView?
    var isQuoted = false
    var index = 0
    while index < text.count {
      let slashes = text[index...].prefix { $0 == "\\" }.count
      if slashes > 0 {
        index += slashes
        let isBeforeQuote = index < text.count && text[index] == "\""
        word = word ?? .init()
        word?.append(contentsOf: Array(repeating: "\\", count: isBeforeQuote ? slashes / 2 : slashes))
        if isBeforeQuote, slashes % 2 == 1 {
          word?.append("\"")
          index += 1
        }
        continue
      }
      let scalar = text[index]
      index += 1
      if scalar == "\"" {
        word = word ?? .init()
        if isQuoted, index < text.count, text[index] == "\"" {
          word?.append("\"")
          index += 1
        } else {
          isQuoted.toggle()
        }
      } else if !isQuoted, scalar == " " || scalar == "\t" || scalar == "\n" {
        if let word { words.append(String(word)) }
        word = nil
      } else {
        word = word ?? .init()
        word?.append(scalar)
      }
    }
    if let word { words.append(String(word)) }
    return words
  }
}
