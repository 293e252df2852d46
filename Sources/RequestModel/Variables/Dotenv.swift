/// The variables of a `.env` file, as the `dotenv` packages read it.
///
/// `NAME=value` or `export NAME=value`, one per line. Single quotes and backquotes keep text verbatim; double quotes
/// support `\n`, `\r`, `\t`, `\"`, `\$` and `\\`. Quoted values may have several lines. `#` begins a comment at the
/// start of a line, after a quoted value, and in an unquoted value at its start or after white space. Variables in
/// values are not replaced.
package struct Dotenv: Equatable, Sendable {
  private var values: [ExactText: String] = [:]

  package init(_ text: String) {
    var parser = DotenvParser(text)
    while let (name, value) = parser.next() { values[ExactText(name)] = value }
  }

  /// The value of a name; of several the last one.
  package subscript(name: String) -> String? { values[ExactText(name)] }
}

private struct DotenvParser {
  private let scalars: [Unicode.Scalar]
  private var offset = 0

  init(_ text: String) {
    // Line ends of Windows, and a byte order mark, mean nothing.
    let text = text.replacingExactly("\r\n", with: "\n").replacingExactly("\r", with: "\n")
    scalars = Array(text.unicodeScalars.drop { $0 == "\u{FEFF}" })
  }

  /// Returns the next assignment. Skips other lines.
  mutating func next() -> (String, String)? {
    while offset < scalars.count {
      skipSpaces()
      if let name = name() { return (name, value()) }
      skipLine()
    }
    return nil
  }

  private mutating func name() -> String? {
    let start = offset
    if let name = assignedName() { return name }
    offset = start
    guard consume("export"), current == " " || current == "\t" else {
      offset = start
      return nil
    }
    skipSpaces()
    return assignedName()
  }

  /// A name and the equals sign after it.
  private mutating func assignedName() -> String? {
    var name = ""
    while let scalar = current, Self.isPartOfName(scalar) {
      name.unicodeScalars.append(scalar)
      offset += 1
    }
    skipSpaces()
    guard !name.isEmpty, current == "=" else { return nil }
    offset += 1
    return name
  }

  private mutating func value() -> String {
    skipSpaces()
    guard let quote = current, quote == "\"" || quote == "'" || quote == "`",
      let end = closing(quote, after: offset + 1)
    else { return unquoted() }
    let content = scalars[offset + 1..<end]
    offset = end + 1
    skipLine()
    return quote == "\"" ? Self.unescaped(content) : Self.text(content)
  }

  private func closing(_ quote: Unicode.Scalar, after start: Int) -> Int? {
    var index = start
    while index < scalars.count {
      if scalars[index] == quote { return index }
      index += quote == "\"" && scalars[index] == "\\" ? 2 : 1
    }
    return nil
  }

  private mutating func unquoted() -> String {
    let start = offset
    while let scalar = current, scalar != "\n" {
      if scalar == "#", offset == start || Self.isSpace(scalars[offset - 1]) { break }
      offset += 1
    }
    var end = offset
    while end > start, Self.isSpace(scalars[end - 1]) { end -= 1 }
    skipLine()
    return Self.text(scalars[start..<end])
  }

  // MARK: Letters

  private var current: Unicode.Scalar? { offset < scalars.count ? scalars[offset] : nil }

  private mutating func consume(_ word: String) -> Bool {
    guard scalars[offset...].starts(with: word.unicodeScalars) else { return false }
    offset += word.unicodeScalars.count
    return true
  }

  private mutating func skipSpaces() {
    while let scalar = current, Self.isSpace(scalar) { offset += 1 }
  }

  private mutating func skipLine() {
    while let scalar = current, scalar != "\n" { offset += 1 }
    offset += 1
  }

  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\t" }

  private static func isPartOfName(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
      || scalar == "_" || scalar == "." || scalar == "-"
  }

  private static func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    var text = ""
    text.unicodeScalars.append(contentsOf: scalars)
    return text
  }

  private static func unescaped(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    var text = ""
    var isEscaped = false
    for scalar in scalars {
      if isEscaped {
        if let meaning = escapes[scalar] {
          text.unicodeScalars.append(meaning)
        } else {
          text.unicodeScalars.append(contentsOf: ["\\", scalar])
        }
        isEscaped = false
      } else if scalar == "\\" {
        isEscaped = true
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return isEscaped ? text + "\\" : text
  }

  private static let escapes: [Unicode.Scalar: Unicode.Scalar] = [
    "n": "\n", "r": "\r", "t": "\t", "\"": "\"", "\\": "\\", "$": "$",
  ]
}
