/// Parses a query by the grammar of RFC 9535, appendix A.
///
/// Recurses once for each nested filter or parenthesis, at most 64 levels, so that no text can exhaust the stack.
struct JSONPathParser {
  static let maximumNesting = 64
  /// The largest number of segments that select several nodes. Evaluation recurses once for each.
  static let maximumBranches = 256

  let text: String
  let scalars: [Unicode.Scalar]
  var position = 0
  var nesting = 0
  private var branches = 0

  init(_ text: String) {
    self.text = text
    scalars = Array(text.unicodeScalars)
  }

  mutating func parse() throws(JSONPathProblem) -> PathExpression {
    guard next == "$" else { throw problem(.noRoot) }
    position += 1
    let segments = try readSegments()
    guard position == scalars.count else { throw problem(.expected(.segment)) }
    return PathExpression(isRelative: false, segments: segments)
  }

  /// Parses all following segments, not including trailing blanks.
  mutating func readSegments() throws(JSONPathProblem) -> [PathSegment] {
    var segments: [PathSegment] = []
    while true {
      let end = position
      skipBlanks()
      guard next == "." || next == "[" else {
        position = end
        return segments
      }
      let start = position
      let segment = try readSegment()
      if segment.step == nil { branches += 1 }
      guard branches <= Self.maximumBranches else { throw problem(.tooDeep, at: start) }
      segments.append(segment)
    }
  }

  private mutating func readSegment() throws(JSONPathProblem) -> PathSegment {
    if consume("[") { return PathSegment(isDescendant: false, selectors: try readSelectors()) }
    position += 1
    let isDescendant = consume(".")
    if isDescendant, consume("[") { return PathSegment(isDescendant: true, selectors: try readSelectors()) }
    if consume("*") { return PathSegment(isDescendant: isDescendant, selectors: [.wildcard]) }
    guard let first = next else { throw problem(.endsInside(.name)) }
    guard first.isNameFirst else { throw problem(.expected(.name)) }
    let start = position
    while let scalar = next, scalar.isNameFirst || scalar.isASCIIDigit { position += 1 }
    return PathSegment(isDescendant: isDescendant, selectors: [.name(utf8(start..<position))])
  }

  // MARK: Characters

  var next: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

  mutating func consume(_ scalar: Unicode.Scalar) -> Bool {
    guard next == scalar else { return false }
    position += 1
    return true
  }

  mutating func consume(word: String) -> Bool {
    guard scalars[position...].starts(with: word.unicodeScalars) else { return false }
    position += word.unicodeScalars.count
    return true
  }

  mutating func skipBlanks() {
    while let scalar = next, scalar == " " || scalar == "\t" || scalar == "\n" || scalar == "\r" { position += 1 }
  }

  func utf8(_ range: Range<Int>) -> [UInt8] {
    scalars[range].flatMap { UTF8.encode($0) ?? UTF8.encodedReplacementCharacter }
  }

  /// A problem at `offset` or the current position. At the end of the text, `place` says what is left open.
  func problem(_ kind: JSONPathProblem.Kind, in place: JSONPathProblem.Place? = nil, at offset: Int? = nil)
    -> JSONPathProblem
  {
    let offset = offset ?? position
    var characters = String.UnicodeScalarView()
    characters.append(contentsOf: scalars[..<min(offset, scalars.count)])
    let kind = offset >= scalars.count ? place.map(JSONPathProblem.Kind.endsInside) ?? kind : kind
    return JSONPathProblem(text: text, kind: kind, position: String(characters).count)
  }
}

extension Unicode.Scalar {
  var isNameFirst: Bool {
    value >= 0x80 || self == "_" || ("a"..."z").contains(self) || ("A"..."Z").contains(self)
  }

  var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}
