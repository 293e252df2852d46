/// A command of a shell script: its words, and what it reads from standard input.
struct ShellCommand: Equatable {
  var words: [String] = []
  /// The text of a here-document, a here-string, or of the `echo` or `printf` piped into it.
  var input: String?
  /// A file that standard input is read from.
  var inputFile: String?
}

/// Reads shell text as `sh` and `bash` do, as far as commands copied from documents and browsers need it: quotes,
/// escapes, `$'…'`, comments, continued lines, here-documents and pipes. Nothing is run or expanded; `$NAME` becomes
/// the variable `{{NAME}}`.
struct ShellScript {
  private(set) var commands: [ShellCommand] = []
  /// What would have to be run to know it.
  private(set) var problems: [String] = []

  private let text: [Unicode.Scalar]
  private var index = 0
  private var command = ShellCommand()
  private var word: String?
  /// Here-documents that begin after this line: their end and whether tabs are removed.
  private var pending: [(end: String, stripsTabs: Bool)] = []
  /// Whether the next word names a file for a redirection.
  private var redirection: Redirection?
  private var pipedText: String?

  private enum Redirection { case input, output, hereString }

  init(_ source: String) {
    text = Array(source.replacing("\r\n", with: "\n").unicodeScalars)
    while index < text.count { step() }
    endCommand(isPiped: false)
  }

  /// Whether carets escape the text, as browsers copy it for cmd.exe.
  static func isForWindows(_ text: String) -> Bool { text.contains("curl ^\"") || text.contains(" ^\"") }

  private func peek(_ offset: Int = 0) -> Unicode.Scalar? {
    index + offset < text.count ? text[index + offset] : nil
  }

  private func looksAt(_ prefix: String) -> Bool {
    let scalars = Array(prefix.unicodeScalars)
    return index + scalars.count <= text.count && Array(text[index..<(index + scalars.count)]) == scalars
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    if word == nil { word = "" }
    word?.unicodeScalars.append(scalar)
  }

  private mutating func append(_ string: String) {
    if word == nil { word = "" }
    word? += string
  }

  private mutating func step() {
    let scalar = text[index]
    switch scalar {
    case " ", "\t": endWord(); index += 1
    case "\n": endWord(); index += 1; readHereDocuments(); endCommand(isPiped: false)
    case ";": endWord(); index += 1; endCommand(isPiped: false)
    case "&":
      endWord()
      if looksAt("&>") {
        index += 2; redirection = .output
      } else {
        index += looksAt("&&") ? 2 : 1; endCommand(isPiped: false)
      }
    case "|": endWord(); let isOr = looksAt("||"); index += isOr ? 2 : 1; endCommand(isPiped: !isOr)
    case "#" where word == nil: while let next = peek(), next != "\n" { _ = next; index += 1 }
    case "'": index += 1; singleQuoted()
    case "\"": index += 1; doubleQuoted()
    case "\\": escaped()
    case "$" where peek(1) == "'": index += 2; ansiQuoted()
    case "$" where peek(1) == "\"": index += 2; doubleQuoted()
    case "$", "`": expansion()
    case "<": endWord(); readInput()
    case ">":
      // A number in front is a file descriptor.
      if let digits = word, digits.allSatisfy(\.isNumber) { word = nil } else { endWord() }
      index += looksAt(">>") || looksAt(">&") || looksAt(">|") ? 2 : 1
      redirection = .output
    default: append(scalar); index += 1
    }
  }

  private mutating func endWord() {
    guard let finished = word else { return }
    word = nil
    switch redirection {
    case .input: command.inputFile = finished
    case .hereString: command.input = finished + "\n"
    case .output: break
    case nil: command.words.append(finished)
    }
    redirection = nil
  }

  private mutating func endCommand(isPiped: Bool) {
    endWord()
    if let piped = pipedText, command.input == nil, !command.words.isEmpty { command.input = piped }
    pipedText = nil
    if isPiped { pipedText = Self.printed(by: command) }
    if !command.words.isEmpty { commands.append(command) }
    command = ShellCommand()
  }

  /// What `echo`, `printf` or `cat` of a here-document prints.
  private static func printed(by command: ShellCommand) -> String? {
    switch command.words.first {
    case "echo":
      let words = command.words.dropFirst()
      let isBare = words.first == "-n"
      return (isBare ? words.dropFirst() : words).joined(separator: " ") + (isBare ? "" : "\n")
    case "printf": return command.words.count == 2 && !command.words[1].contains("%") ? command.words[1] : nil
    case "cat": return command.words.count == 1 ? command.input : nil
    default: return nil
    }
  }
}

// Quotes and escapes.
extension ShellScript {
  private mutating func escaped() {
    index += 1
    guard let next = peek() else { return append("\\") }
    if next != "\n" { append(next) }
    index += 1
  }

  private mutating func singleQuoted() {
    append("")
    while let scalar = peek() {
      index += 1
      if scalar == "'" { return }
      append(scalar)
    }
    problems.append("a single quote is not closed")
  }

  private mutating func doubleQuoted() {
    append("")
    while let scalar = peek() {
      if scalar == "\"" { index += 1; return }
      if scalar == "$" || scalar == "`" { expansion(); continue }
      index += 1
      guard scalar == "\\", let next = peek() else { append(scalar); continue }
      switch next {
      case "\n": index += 1
      case "$", "`", "\"", "\\": append(next); index += 1
      default: append(scalar)
      }
    }
    problems.append("a double quote is not closed")
  }

  /// `$'…'` with the escapes of C.
  private mutating func ansiQuoted() {
    append("")
    var bytes: [UInt8] = []
    defer { append(String(decoding: bytes, as: UTF8.self)) }
    while let scalar = peek() {
      index += 1
      if scalar == "'" { return }
      guard scalar == "\\", let next = peek() else { bytes += Array(String(scalar).utf8); continue }
      index += 1
      switch next {
      case "n": bytes.append(0x0A)
      case "t": bytes.append(0x09)
      case "r": bytes.append(0x0D)
      case "a": bytes.append(0x07)
      case "b": bytes.append(0x08)
      case "e", "E": bytes.append(0x1B)
      case "f": bytes.append(0x0C)
      case "v": bytes.append(0x0B)
      case "x": bytes.append(UInt8(truncatingIfNeeded: number(radix: 16, digits: 2)))
      case "u": bytes += Self.utf8(number(radix: 16, digits: 4))
      case "U": bytes += Self.utf8(number(radix: 16, digits: 8))
      case "0"..."7":
        index -= 1
        bytes.append(UInt8(truncatingIfNeeded: number(radix: 8, digits: 3)))
      case "'", "\"", "\\", "?": bytes += Array(String(next).utf8)
      default: bytes += Array(("\\" + String(next)).utf8)
      }
    }
    problems.append("a $' quote is not closed")
  }

  private mutating func number(radix: Int, digits: Int) -> Int {
    var value = 0
    for _ in 0..<digits {
      guard let scalar = peek(), let digit = Int(String(scalar), radix: radix) else { break }
      value = value * radix + digit
      index += 1
    }
    return value
  }

  private static func utf8(_ value: Int) -> [UInt8] {
    Array(String(Unicode.Scalar(UInt32(value)) ?? "\u{FFFD}").utf8)
  }

  /// `$NAME` and `${NAME}` become variables. What a command would print is unknown.
  private mutating func expansion() {
    if text[index] == "`" { return substitution(from: index + 1, to: "`", length: 1) }
    guard let next = peek(1) else { append("$"); index += 1; return }
    if next == "(" { return substitution(from: index + 2, to: ")", length: 2) }
    let isBraced = next == "{"
    var end = index + (isBraced ? 2 : 1)
    let start = end
    while end < text.count, text[end] == "_" || text[end].properties.isAlphabetic || ("0"..."9").contains(text[end]) {
      end += 1
    }
    guard end > start, !isBraced || (end < text.count && text[end] == "}") else {
      append("$")
      index += 1
      return
    }
    append("{{" + String(String.UnicodeScalarView(text[start..<end])) + "}}")
    index = end + (isBraced ? 1 : 0)
  }

  private mutating func substitution(from start: Int, to end: Unicode.Scalar, length: Int) {
    let close = text[start...].firstIndex(of: end) ?? text.endIndex
    let inner = String(String.UnicodeScalarView(text[start..<close]))
    problems.append("the output of `\(inner)` is unknown")
    append(String(String.UnicodeScalarView(text[index..<min(close + 1, text.count)])))
    index = min(close + 1, text.count)
  }
}

// Redirections.
extension ShellScript {
  private mutating func readInput() {
    if looksAt("<<<") {
      index += 3
      redirection = .hereString
    } else if looksAt("<<") {
      index += 2
      let strips = peek() == "-"
      if strips { index += 1 }
      while peek() == " " { index += 1 }
      var end = ""
      while let scalar = peek(), !" \t\n;|&".unicodeScalars.contains(scalar) {
        if !"'\"\\".unicodeScalars.contains(scalar) { end.unicodeScalars.append(scalar) }
        index += 1
      }
      pending.append((end, strips))
    } else {
      index += 1
      redirection = .input
    }
  }

  /// Reads the lines of the here-documents that this line began. They belong to its first command.
  private mutating func readHereDocuments() {
    for document in pending {
      var lines = ""
      while index < text.count {
        var line = ""
        while let scalar = peek(), scalar != "\n" { line.unicodeScalars.append(scalar); index += 1 }
        index += 1
        if document.stripsTabs { line = String(line.drop { $0 == "\t" }) }
        if line == document.end { break }
        lines += line + "\n"
      }
      give(lines)
    }
    pending = []
  }

  private mutating func give(_ document: String) {
    if let last = commands.indices.last, command.words.first != "curl", commands[last].words.first == "curl" {
      commands[last].input = document
    } else {
      command.input = document
    }
  }
}
