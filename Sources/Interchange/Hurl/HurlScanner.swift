/// Why a part of a Hurl file cannot be read, and where.
struct HurlProblem: Error, Equatable {
  var index: Int
  var text: String
}

/// Reads the tokens of a Hurl file, scalar by scalar.
struct HurlScanner {
  let scalars: [Unicode.Scalar]
  var index = 0
  /// From a `{{` that is not closed to the end of its line, which is not searched again for each `{{` in it.
  private var unclosed = 0..<0

  init(_ text: String) { scalars = Array(text.replacing("\r\n", with: "\n").unicodeScalars) }

  var isAtEnd: Bool { index >= scalars.count }
  var next: Unicode.Scalar? { peek(0) }

  func peek(_ offset: Int) -> Unicode.Scalar? {
    index + offset < scalars.count ? scalars[index + offset] : nil
  }

  func looksAt(_ text: String) -> Bool {
    var place = index
    for scalar in text.unicodeScalars {
      guard place < scalars.count, scalars[place] == scalar else { return false }
      place += 1
    }
    return true
  }

  func problem(_ text: String) -> HurlProblem { HurlProblem(index: index, text: text) }

  func text(_ range: Range<Int>) -> String { String(String.UnicodeScalarView(scalars[range])) }

  /// `Line 3, column 5`, both from 1.
  ///
  /// - Parameter known: A line at or before the index and its start. Updated to the line of the index.
  func position(of index: Int, _ known: inout (line: Int, start: Int)) -> String {
    let end = min(index, scalars.count)
    if known.start > end { known = (1, 0) }
    while let lineEnd = scalars[known.start..<end].firstIndex(of: "\n") {
      known = (known.line + 1, lineEnd + 1)
    }
    return "Line \(known.line), column \(end - known.start + 1)"
  }

  // MARK: Lines

  mutating func skipSpaces() {
    while let scalar = next, scalar == " " || scalar == "\t" { index += 1 }
  }

  mutating func skipLine() {
    while let scalar = next, scalar != "\n" { index += 1 }
    index = min(index + 1, scalars.count)
  }

  /// Reads white space, a comment and the line break.
  mutating func endLine() throws(HurlProblem) {
    skipSpaces()
    guard let scalar = next else { return }
    guard scalar == "\n" || scalar == "#" else {
      throw problem("unexpected \"\(restOfLine.excerpt)\"")
    }
    skipLine()
  }

  /// The rest of the line. Does not advance.
  var restOfLine: String {
    let end = scalars[min(index, scalars.count)...].firstIndex(of: "\n") ?? scalars.count
    return text(min(index, scalars.count)..<end)
  }

  /// The text of a comment in the line, if there is nothing else. Reads empty lines and comments.
  mutating func comment() -> String? {
    let start = index
    skipSpaces()
    guard next == "#" else {
      index = start
      return nil
    }
    index += 1
    let text = restOfLine
    skipLine()
    return text
  }

  mutating func emptyLine() -> Bool {
    let start = index
    skipSpaces()
    guard let scalar = next, scalar == "\n" else {
      index = start
      return false
    }
    index += 1
    return true
  }

  // MARK: Tokens

  mutating func read(_ text: String) -> Bool {
    guard looksAt(text) else { return false }
    index += text.unicodeScalars.count
    return true
  }

  /// The scalars that satisfy a condition.
  mutating func read(while isPart: (Unicode.Scalar) -> Bool) -> String {
    let start = index
    while let scalar = next, isPart(scalar) { index += 1 }
    return text(start..<index)
  }

  /// Letters, digits, `_` and `-`.
  mutating func word() -> String {
    read { $0.properties.isAlphabetic || ("0"..."9").contains($0) || $0 == "_" || $0 == "-" }
  }

  /// Reads a `{{…}}` verbatim; returns `nil` for other text.
  mutating func template() -> String? {
    guard !unclosed.contains(index), looksAt("{{") else { return nil }
    var end = index + 2
    while end + 1 < scalars.count, scalars[end] != "\n" {
      if scalars[end] == "}", scalars[end + 1] == "}" {
        defer { index = end + 2 }
        return text(index..<(end + 2))
      }
      end += 1
    }
    unclosed = index..<end
    return nil
  }

  /// An escape of a string; the backslash is next.
  mutating func escape(also others: String = "") throws(HurlProblem) -> Unicode.Scalar {
    guard let letter = peek(1) else { throw problem("a backslash at the end") }
    if let meaning = Self.escapes[letter] {
      index += 2
      return meaning
    }
    if "#\"`\\/:".unicodeScalars.contains(letter) || others.unicodeScalars.contains(letter) {
      index += 2
      return letter
    }
    guard letter == "u", peek(2) == "{",
      let end = scalars[(index + 3)...].prefix(9).firstIndex(of: "}"),
      let value = UInt32(text((index + 3)..<end), radix: 16), let scalar = Unicode.Scalar(value)
    else { throw problem("\\\(letter) is not an escape") }
    index = end + 1
    return scalar
  }

  private static let escapes: [Unicode.Scalar: Unicode.Scalar] = [
    "n": "\n", "r": "\r", "t": "\t", "b": "\u{8}", "f": "\u{C}",
  ]

  /// Reads text up to an end, decodes its escapes and leaves templates unchanged.
  mutating func escapedText(
    until isEnd: (Unicode.Scalar) -> Bool, escapes: String = ""
  ) throws(HurlProblem) -> String {
    var result = ""
    while let scalar = next, !isEnd(scalar) {
      if let template = template() {
        result += template
      } else if scalar == "\\" {
        result.unicodeScalars.append(try escape(also: escapes))
      } else {
        result.unicodeScalars.append(scalar)
        index += 1
      }
    }
    return result
  }

  /// A string in double quotes, which may have several lines.
  mutating func quoted() throws(HurlProblem) -> String { try text(in: "\"") { $0 == "\"" } }

  /// `` `text` `` on one line.
  mutating func backquoted() throws(HurlProblem) -> String { try text(in: "`") { $0 == "`" || $0 == "\n" } }

  private mutating func text(
    in quote: String, until isEnd: (Unicode.Scalar) -> Bool
  ) throws(HurlProblem) -> String {
    guard read(quote) else { throw problem("\(quote) expected") }
    let text = try escapedText(until: isEnd)
    guard read(quote) else { throw problem("the string does not end") }
    return text
  }

  /// The value of a header or a parameter: the rest of the line, without a comment and white space at its end.
  mutating func value() throws(HurlProblem) -> String {
    let text = try escapedText { $0 == "#" || $0 == "\n" }
    return String(text.unicodeScalars.trimmingSuffix { $0 == " " || $0 == "\t" })
  }

  /// Reads a key and its colon; returns `nil` if the line has no key.
  mutating func key() throws(HurlProblem) -> String? {
    let start = index
    let allowed = "_-.[]@$".unicodeScalars
    var text = ""
    while let scalar = next {
      if let template = template() {
        text += template
      } else if scalar == "\\" {
        text.unicodeScalars.append(try escape())
      } else if scalar.properties.isAlphabetic || scalar.properties.numericType != nil || allowed.contains(scalar) {
        text.unicodeScalars.append(scalar)
        index += 1
      } else {
        break
      }
    }
    skipSpaces()
    guard !text.isEmpty, !text.hasPrefix("[") || scalars[start] == "\\", read(":") else {
      index = start
      return nil
    }
    skipSpaces()
    return text
  }

  /// A path, in which spaces and the like are escaped.
  mutating func fileName() throws(HurlProblem) -> String {
    let ends = "#; \n".unicodeScalars
    let name = try escapedText(until: { ends.contains($0) }, escapes: " ;{}")
    guard !name.isEmpty else { throw problem("a file name expected") }
    return name
  }

  /// Reads the text after `base64,` and similar prefixes, up to the semicolon.
  mutating func bytes() throws(HurlProblem) -> String {
    let start = index
    while let scalar = next, scalar != ";" {
      guard scalar != "\n" || index - start < 1_000_000 else { break }
      index += 1
    }
    let content = text(start..<index)
    guard read(";") else { throw problem("; expected") }
    return content.filter { !$0.isWhitespace }
  }

  /// `/pattern/`, in which a slash is escaped.
  mutating func regex() throws(HurlProblem) -> String {
    guard read("/") else { throw problem("/ expected") }
    var pattern = ""
    while let scalar = next, scalar != "/", scalar != "\n" {
      if scalar == "\\", peek(1) == "/" {
        pattern += "/"
        index += 2
      } else if scalar == "\\", let letter = peek(1), letter != "\n" {
        pattern.unicodeScalars.append(contentsOf: [scalar, letter])
        index += 2
      } else {
        pattern.unicodeScalars.append(scalar)
        index += 1
      }
    }
    guard read("/") else { throw problem("the pattern does not end") }
    return pattern
  }
}
