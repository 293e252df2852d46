/// Reads the tokens of one line.
struct LineReading {
  private let line: [UInt8]
  private var place = 0
  private(set) var tokens: CodeLexer.Tokens = []

  init(_ line: [UInt8]) { self.line = line }

  private func starts(with text: [UInt8], at place: Int) -> Bool {
    !text.isEmpty && place + text.count <= line.count && line[place..<(place + text.count)].elementsEqual(text)
  }

  private mutating func addToken(to end: Int, _ role: Style.Role) {
    if end > place { tokens.append((place..<end, role)) }
    place = max(place, end)
  }

  private mutating func skip(while matches: (UInt8) -> Bool) {
    while place < line.count, matches(line[place]) { place += 1 }
  }

  private func end(from start: Int, while matches: (UInt8) -> Bool) -> Int {
    line[start...].firstIndex { !matches($0) } ?? line.count
  }

  /// Reads up to the end of `closer`. Returns whether the line contains it.
  private mutating func readLong(to closer: [UInt8], from start: Int, _ role: Style.Role) -> Bool {
    guard let end = line[start...].firstRange(of: closer)?.upperBound else {
      addToken(to: line.count, role)
      return false
    }
    addToken(to: end, role)
    return true
  }
}

// MARK: Code

extension LineReading {
  mutating func readCode(_ rules: CodeRules, _ state: inout CodeLexer.State) {
    switch state {
    case .blockComment: if readLong(to: Array("*/".utf8), from: 0, .hint) { state = .code }
    case .longString: if readLong(to: rules.longQuote, from: 0, .bodyString) { state = .code }
    case .code, .tag: break
    }
    while place < line.count { readToken(rules, &state) }
  }

  private mutating func readToken(_ rules: CodeRules, _ state: inout CodeLexer.State) {
    let byte = line[place]
    if starts(with: rules.lineComment, at: place) { return addToken(to: line.count, .hint) }
    if rules.hasBlockComments, starts(with: Array("/*".utf8), at: place) {
      if !readLong(to: Array("*/".utf8), from: place + 2, .hint) { state = .blockComment }
    } else if starts(with: rules.longQuote, at: place) {
      if !readLong(to: rules.longQuote, from: place + rules.longQuote.count, .bodyString) { state = .longString }
    } else if rules.quotes.contains(byte) {
      let end = stringEnd(byte)
      addToken(to: end, isBeforeColon(end) ? .bodyKey : .bodyString)
    } else if byte.isASCIIDigit || (byte == UInt8(ascii: "-") && place + 1 < line.count && line[place + 1].isASCIIDigit)
    {
      addToken(to: end(from: place + 1) { $0.isNameByte || "+-.".utf8.contains($0) }, .bodyNumber)
    } else if byte.isLetter {
      readWord(rules)
    } else if byte == UInt8(ascii: "$") || byte == UInt8(ascii: "@") {
      addToken(to: end(from: place + 1) { $0.isNameByte }, .bodyTag)
    } else {
      addToken(to: place + 1, "{}[](),:;".utf8.contains(byte) ? .bodyPunctuation : .text)
    }
  }

  private mutating func readWord(_ rules: CodeRules) {
    let end = end(from: place) { $0.isNameByte }
    let word = String(decoding: line[place..<end], as: UTF8.self)
    let role =
      rules.constants[word] ?? (rules.keywords.contains(word) ? .bodyTag : isBeforeColon(end) ? .bodyKey : .text)
    addToken(to: end, role)
  }

  private func stringEnd(_ quote: UInt8) -> Int {
    var index = place + 1
    while index < line.count {
      if line[index] == UInt8(ascii: "\\") {
        index += 2
      } else if line[index] == quote {
        return index + 1
      } else {
        index += 1
      }
    }
    return line.count
  }

  private func isBeforeColon(_ end: Int) -> Bool {
    let next = self.end(from: min(end, line.count)) { $0 == UInt8(ascii: " ") }
    return next < line.count && line[next] == UInt8(ascii: ":")
  }
}

// MARK: Markup and forms

extension LineReading {
  mutating func readMarkup(_ state: inout CodeLexer.State) {
    while place < line.count {
      switch state {
      case .blockComment: if readLong(to: Array("-->".utf8), from: place, .hint) { state = .code }
      case .longString: if readLong(to: Array("]]>".utf8), from: place, .bodyString) { state = .code }
      case .tag(let quote?): readAttributeValue(quote, from: place, &state)
      case .tag(nil): readInTag(&state)
      case .code: readOutsideOfTags(&state)
      }
    }
  }

  private mutating func readOutsideOfTags(_ state: inout CodeLexer.State) {
    if starts(with: Array("<!--".utf8), at: place) {
      state = .blockComment
    } else if starts(with: Array("<![CDATA[".utf8), at: place) {
      state = .longString
    } else if line[place] == UInt8(ascii: "<") {
      addToken(to: end(from: place + 1) { $0.isNameByte || "/?!:-.".utf8.contains($0) }, .bodyTag)
      state = .tag(quote: nil)
    } else if line[place] == UInt8(ascii: "&") {
      let end = end(from: place + 1) { $0.isNameByte || $0 == UInt8(ascii: "#") }
      addToken(to: end < line.count && line[end] == UInt8(ascii: ";") ? end + 1 : end, .bodyNumber)
    } else {
      skip { $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: "&") }
    }
  }

  private mutating func readInTag(_ state: inout CodeLexer.State) {
    let byte = line[place]
    if byte == UInt8(ascii: ">") {
      addToken(to: place + 1, .bodyTag)
      state = .code
    } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
      readAttributeValue(byte, from: place + 1, &state)
    } else if byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") {
      addToken(to: place + 1, .bodyTag)
    } else if byte == UInt8(ascii: "<") {
      // The tag before is not closed.
      state = .code
    } else if byte.isLetter {
      addToken(to: end(from: place) { $0.isNameByte || ":-.".utf8.contains($0) }, .bodyKey)
    } else {
      addToken(to: place + 1, .bodyPunctuation)
    }
  }

  private mutating func readAttributeValue(_ quote: UInt8, from start: Int, _ state: inout CodeLexer.State) {
    state = .tag(quote: readLong(to: [quote], from: start, .bodyString) ? nil : quote)
  }

  /// A row of a table: `Name: value`, `// Name: value` or `| further line`.
  mutating func readRow() {
    let text = String(decoding: line, as: UTF8.self)
    let row = TableLine(text)
    if row.isOff { return addToken(to: line.count, .hint) }
    if line.first == UInt8(ascii: "|") { return addToken(to: 1, .bodyPunctuation) }
    guard row.value != nil, let name = text.firstRange(of: row.name) else { return }
    addToken(to: text.utf8.distance(from: text.startIndex, to: name.upperBound), .bodyKey)
    addToken(to: min(line.count, place + 1), .bodyPunctuation)
  }

  mutating func readForm() {
    while place < line.count {
      addToken(to: end(from: place) { $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: "&") }, .bodyKey)
      if place < line.count, line[place] == UInt8(ascii: "=") {
        addToken(to: place + 1, .bodyPunctuation)
        addToken(to: end(from: place) { $0 != UInt8(ascii: "&") }, .bodyString)
      }
      if place < line.count { addToken(to: place + 1, .bodyPunctuation) }
    }
  }
}

extension UInt8 {
  /// Letters, the underscore, and all of other alphabets.
  fileprivate var isLetter: Bool {
    (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self) || self == 0x5F || self >= 0x80
  }
}
