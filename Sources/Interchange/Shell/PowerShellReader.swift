import Foundation

/// Reads words and expressions of PowerShell.
struct PowerShellReader {
  enum Argument {
    case parameter(String)
    case value(PowerShellValue)
  }

  private(set) var problems: [String] = []
  private(set) var variables = ShellVariables()
  private(set) var index = 0 {
    // Truncated input: never move past the end.
    didSet { index = min(index, text.count) }
  }
  private let text: [Character]
  private var depth = 0
  /// How many bytes were made from values that have a name: a few lines can double them again and again.
  private(set) var spent = 0
  private static let mostSpent = 16 << 20

  init(_ source: String) {
    text = Array(String(String.UnicodeScalarView(source.unicodeScalars.filter { !VariableMarks.isMark($0) })))
  }

  var isAtEnd: Bool { index >= text.count }
  var peek: Character? { index < text.count ? text[index] : nil }
  /// The rest of the statement.
  var followingText: String {
    let end = text[index...].indices.prefix(2000).first { text[$0].isNewline && ($0 == 0 || text[$0 - 1] != "`") }
    return String(text[index..<(end ?? min(text.count, index + 2000))])
  }

  private func looksAt(_ prefix: String) -> Bool {
    text[index...].prefix(prefix.count).map { $0.lowercased() }.joined() == prefix.lowercased()
  }

  mutating func skip() { index += 1 }

  /// Keeps the text of a variable for strings that have it.
  mutating func declare(_ name: String, _ text: String) { variables.set(name, .text(text)) }

  mutating func consume(_ prefix: String) -> Bool {
    skipSpaces()
    guard looksAt(prefix) else { return false }
    index += prefix.count
    return true
  }

  /// Spaces, continued lines and comments; line ends within brackets.
  mutating func skipSpaces(lines: Bool = false) {
    while let character = peek {
      if character == "`", index + 1 < text.count, text[index + 1].isNewline {
        index += 2
      } else if character == "#" {
        while let next = peek, !next.isNewline { _ = next; index += 1 }
      } else if character.isNewline ? lines : character.isWhitespace {
        index += 1
      } else {
        return
      }
    }
  }

  /// Skips the rest of a statement, including commands that its output is piped into.
  mutating func endStatement() {
    while let character = peek, !character.isNewline, character != ";" {
      switch character {
      case "`": index += 2
      case "\"", "'": _ = quoted()
      case "{": _ = balanced("{", "}")
      case "(": _ = balanced("(", ")")
      default: index += 1
      }
    }
    while let character = peek, character.isNewline || character == ";" { index += 1 }
  }

  private mutating func balanced(_ open: Character, _ close: Character) -> String {
    let start = index
    var depth = 0
    while let character = peek {
      if character == "\"" || character == "'" { _ = quoted(); continue }
      index += 1
      if character == open { depth += 1 }
      if character == close { depth -= 1 }
      if depth == 0 { break }
    }
    return String(text[start..<index])
  }

  // MARK: Names

  private mutating func word(_ isPart: (Character) -> Bool) -> String {
    let start = index
    while let character = peek, isPart(character) { index += 1 }
    return String(text[start..<index])
  }

  /// `$name.member` before an equals sign or a bracket, without the dollar sign; else the index stays.
  mutating func target() -> String? {
    let start = index
    index += 1
    let name = word { $0.isLetter || $0.isNumber || "_.:{}".contains($0) }
    skipSpaces()
    let isAssignment = peek == "=" && !looksAt("==")
    if isAssignment || peek == "(" { return name.filter { !"{}".contains($0) } }
    index = start
    return nil
  }

  /// The name of the command at the index.
  var commandName: String? {
    let name = String(text[index...].prefix { $0.isLetter || $0.isNumber || "-_./\\:".contains($0) })
    return name.first?.isLetter == true || name.hasPrefix("./") ? name : nil
  }

  mutating func takeCommandName() -> String? {
    guard let name = commandName else { return nil }
    index += name.count
    return name
  }

  // MARK: Arguments

  mutating func commandArguments(_ values: PowerShellValues) -> [Argument] {
    var arguments: [Argument] = []
    while true {
      skipSpaces()
      guard let character = peek, !character.isNewline, !";|)>".contains(character) else { return arguments }
      if consume("--%") {
        let rest = word { !$0.isNewline }
        return arguments + WindowsScript.words(of: rest).map { .value(.text($0)) }
      }
      if character == "-" {
        arguments.append(.parameter(parameter()))
        if peek == ":", case .parameter? = arguments.last { index += 1 }
      } else {
        arguments.append(.value(value(values)))
      }
    }
  }

  /// A name after a hyphen, or an option of curl with its value in the same word.
  private mutating func parameter() -> String {
    word { !$0.isWhitespace && !":;|)\"'`".contains($0) }
  }

  /// The values between brackets: `("a", "b")`.
  mutating func arguments(_ values: PowerShellValues) -> [PowerShellValue] {
    guard consume("(") else { return [] }
    return list(values)
  }

  private mutating func list(_ values: PowerShellValues) -> [PowerShellValue] {
    var elements: [PowerShellValue] = []
    while true {
      skipSpaces(lines: true)
      guard let character = peek else { return elements }
      if character == ")" { index += 1; return elements }
      if character == "," || character == ";" { index += 1; continue }
      let start = index
      elements.append(pipeline(values))
      if index == start { index += 1 }
    }
  }

  // MARK: Values

  /// A value, perhaps made JSON.
  mutating func pipeline(_ values: PowerShellValues) -> PowerShellValue {
    let value = value(values)
    let start = index
    if consume("|"), consume("ConvertTo-Json") {
      while let character = peek, !character.isNewline, !");|,".contains(character) { index += 1 }
      return .text(value.json.compact)
    }
    index = start
    return value
  }

  mutating func value(_ values: PowerShellValues) -> PowerShellValue {
    skipSpaces()
    guard depth < 50, let character = peek else {
      index = text.count
      return .null
    }
    depth += 1
    defer { depth -= 1 }
    switch character {
    case "\"", "'": return .text(quoted())
    case "@" where looksAt("@{"): return table(values)
    case "@" where looksAt("@("):
      index += 2
      return .list(list(values))
    case "@" where looksAt("@\"") || looksAt("@'"): return .text(hereString())
    case "(":
      index += 1
      let inside = list(values)
      return member(of: inside.count == 1 ? inside[0] : .list(inside), values)
    case "[": return typed(values)
    case "$": return variable(values)
    default: return bare(values)
    }
  }

  private mutating func bare(_ values: PowerShellValues) -> PowerShellValue {
    let word = word { !$0.isWhitespace && !",;|(){}`\"'".contains($0) }
    if word.isEmpty {
      index += 1
      return .null
    }
    guard word.lowercased() == "new-object" else { return .raw(word) }
    skipSpaces()
    let type = peek == "\"" || peek == "'" ? quoted() : self.word { !$0.isWhitespace && !"();|`".contains($0) }
    let arguments = arguments(values)
    return type.lowercased().contains("cookie")
      ? .list(arguments) : type.contains("Dictionary") ? .table([]) : .object([:])
  }

  /// `[type]value` and `[System.Text.Encoding]::UTF8.GetBytes(value)`.
  private mutating func typed(_ values: PowerShellValues) -> PowerShellValue {
    let type = balanced("[", "]").lowercased()
    guard looksAt("::") else {
      let inner = value(values)
      if type == "[char]", let code = UInt32(inner.text.hexadecimal), let scalar = Unicode.Scalar(code) {
        return .text(String(scalar))
      }
      return inner
    }
    index += 2
    _ = word { $0.isLetter || $0.isNumber || $0 == "." }
    return arguments(values).first ?? .null
  }

  private mutating func variable(_ values: PowerShellValues) -> PowerShellValue {
    index += 1
    if peek == "(" {
      index += 1
      return list(values).first ?? .null
    }
    let isBraced = peek == "{"
    let name = word { $0.isLetter || $0.isNumber || "_:{".contains($0) }.filter { $0 != "{" }
    if isBraced, peek == "}" { index += 1 }
    let key = name.lowercased()
    if let constant = ["true", "false", "null"].first(where: { $0 == key }) { return .raw(constant) }
    if let variable = key.hasPrefix("env:") ? name.dropFirst(4) : nil {
      return .text(variables.reference(String(variable)))
    }
    spent += values.size(of: key)
    guard spent <= Self.mostSpent else {
      problems.append("values of more than \(Self.mostSpent >> 20) MB are left out")
      index = text.count
      return .null
    }
    if case .object? = values[key] { return .object(values.members(of: key)) }
    guard let value = values[key] else { return .text(name.isEmpty ? "$" : variables.reference(name)) }
    return member(of: value, values)
  }

  /// Calls and members after a value are left out.
  private mutating func member(of value: PowerShellValue, _ values: PowerShellValues) -> PowerShellValue {
    while peek == ".", index + 1 < text.count, text[index + 1].isLetter {
      index += 1
      _ = word { $0.isLetter || $0.isNumber }
      if peek == "(" { _ = arguments(values) }
    }
    return value
  }

  private mutating func table(_ values: PowerShellValues) -> PowerShellValue {
    index += 2
    var rows: [(String, PowerShellValue)] = []
    while true {
      skipSpaces(lines: true)
      guard let character = peek else { break }
      if character == "}" { index += 1; break }
      if character == ";" || character == "," { index += 1; continue }
      let start = index
      let name =
        character == "\"" || character == "'" ? quoted() : word { $0.isLetter || $0.isNumber || "_-$.".contains($0) }
      if consume("=") {
        skipSpaces(lines: true)
        rows.append((name, pipeline(values)))
      }
      if index == start { index += 1 }
    }
    return .table(rows)
  }

  // MARK: Strings

  private mutating func hereString() -> String {
    let quote = text[index + 1]
    index += 2
    while let character = peek, !character.isNewline { _ = character; index += 1 }
    index += 1
    let start = min(index, text.count)
    while index < text.count, !(text[index].isNewline && String(text[(index + 1)...].prefix(2)) == "\(quote)@") {
      index += 1
    }
    let inside = String(text[start..<max(start, min(index, text.count))])
    index += 3
    return quote == "'" ? inside : expanded(inside)
  }

  private mutating func quoted() -> String {
    let quote = text[index]
    index += 1
    var raw = ""
    while let character = peek {
      index += 1
      if character == quote {
        guard peek == quote else { return quote == "'" ? raw : expanded(raw) }
        // A doubled quote is one of the text.
        index += 1
        raw += quote == "'" ? "'" : "`\""
      } else if character == "`", quote == "\"", let next = peek {
        index += 1
        raw += "`" + String(next)
      } else {
        raw.append(character)
      }
    }
    problems.append("a quote is not closed")
    return quote == "'" ? raw : expanded(raw)
  }

  /// Escapes and variables within double quotes.
  private mutating func expanded(_ raw: String) -> String {
    var rest = Substring(raw)
    var result = ""
    while let character = rest.popFirst() {
      if character == "`", let next = rest.popFirst() {
        result.append(Self.escapes[next] ?? next)
      } else if character == "$" {
        result += insertion(&rest)
      } else {
        result.append(character)
      }
    }
    return result
  }

  private static let escapes: [Character: Character] = [
    "n": "\n", "r": "\r", "t": "\t", "0": "\0", "a": "\u{7}", "b": "\u{8}", "f": "\u{C}", "v": "\u{B}", "e": "\u{1B}",
  ]

  /// `$name`, `$env:NAME` and `$([char]233)`.
  private mutating func insertion(_ rest: inout Substring) -> String {
    if let match = rest.prefixMatch(of: /\(\[char\]\s*(0x[0-9a-fA-F]+|[0-9]+)\)/) {
      rest = rest[match.range.upperBound...]
      return UInt32(String(match.1).hexadecimal).flatMap(Unicode.Scalar.init).map { String($0) } ?? "\u{FFFD}"
    }
    if let match = rest.prefixMatch(of: /\{?(?:env:)?([A-Za-z_][A-Za-z0-9_]*)\}?/.ignoresCase()) {
      rest = rest[match.range.upperBound...]
      return variables.reference(String(match.1))
    }
    return "$"
  }
}

extension String {
  /// The number in decimal digits, converted from hexadecimal if necessary.
  fileprivate var hexadecimal: String {
    guard let digits = lowercased().removingExactly(prefix: "0x") else { return self }
    return UInt32(digits, radix: 16).map { String($0) } ?? self
  }
}
