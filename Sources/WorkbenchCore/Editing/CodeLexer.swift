/// Divides lines of code into coloured tokens, byte by byte.
struct CodeLexer {
  /// The syntax at the beginning of a line.
  enum State: Equatable {
    case code, blockComment, longString
    /// Inside of a tag; the quote of an attribute that is open.
    case tag(quote: UInt8?)
  }

  typealias Tokens = [(Range<Int>, Style.Role)]

  let language: CodeLanguage

  /// `nil` if the language has no colours.
  init?(_ language: CodeLanguage) {
    if language == .plain || language == .markdown { return nil }
    self.language = language
  }

  /// Whether a token may extend over several lines.
  var spansLines: Bool {
    switch language {
    case .form, .table: false
    default: true
    }
  }

  func tokens(of line: [UInt8], _ state: inout State) -> Tokens {
    var reading = LineReading(line)
    switch language {
    case .json, .javascript, .graphql: reading.readCode(CodeRules(language), &state)
    case .xml, .html: reading.readMarkup(&state)
    case .form: reading.readForm()
    case .table: reading.readRow()
    case .plain, .markdown: break
    }
    return reading.tokens
  }

  /// An offset before `end` at which a token seems to begin: after a quote and a separator, or before a tag.
  func tokenStart(in buffer: TextBuffer, from start: Int, to end: Int) -> Int {
    let bytes = buffer.bytes(in: start..<end)
    let isMarkup = language == .xml || language == .html
    for index in bytes.indices.dropFirst() {
      if isMarkup, bytes[index] == UInt8(ascii: "<") { return start + index }
      let isSeparator = [UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "}"), UInt8(ascii: "]")].contains(
        bytes[index])
      if !isMarkup, isSeparator, bytes[index - 1] == UInt8(ascii: "\"") { return start + index }
    }
    return buffer.scalarStart(start)
  }
}

/// The token syntax of a language with brackets.
struct CodeRules {
  let quotes: [UInt8]
  /// The quotes of a string that may span several lines.
  let longQuote: [UInt8]
  let lineComment: [UInt8]
  let hasBlockComments: Bool
  let constants: [String: Style.Role]
  let keywords: Set<String>
}

extension CodeRules {
  init(_ language: CodeLanguage) {
    let constants: [String: Style.Role] = ["true": .bodyBoolean, "false": .bodyBoolean, "null": .bodyNull]
    switch language {
    case .javascript:
      self.init(
        quotes: Array("\"'".utf8), longQuote: Array("`".utf8), lineComment: Array("//".utf8), hasBlockComments: true,
        constants: constants.merging(["undefined": .bodyNull, "NaN": .bodyNumber]) { a, _ in a },
        keywords: Self.javascript)
    case .graphql:
      self.init(
        quotes: Array("\"".utf8), longQuote: Array("\"\"\"".utf8), lineComment: Array("#".utf8),
        hasBlockComments: false, constants: constants,
        keywords: ["query", "mutation", "subscription", "fragment", "on"])
    default:
      self.init(
        quotes: Array("\"".utf8), longQuote: [], lineComment: Array("//".utf8), hasBlockComments: true,
        constants: constants, keywords: [])
    }
  }

  private static let javascript: Set<String> = [
    "async", "await", "break", "case", "catch", "class", "const", "continue", "default", "delete", "do", "else",
    "export", "extends", "finally", "for", "function", "if", "import", "in", "instanceof", "let", "new", "of", "return",
    "static", "super", "switch", "this", "throw", "try", "typeof", "var", "void", "while", "yield",
  ]
}
