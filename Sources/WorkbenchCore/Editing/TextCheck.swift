/// The problems and remarks found in a text.
package struct TextCheck: Equatable, Sendable {
  package typealias Problem = JSONCheck.Problem

  package var problem: Problem?
  package var note: String?

  /// The length in bytes above which a text is checked only when typing pauses.
  static let checkedWhileTyping = 65_536
  /// The length in bytes above which a text is not checked.
  static let longest = 32 << 20

  /// `nil` if texts of the language are not checked.
  init?(_ buffer: TextBuffer, _ language: CodeLanguage) {
    guard buffer.count <= Self.longest else { return nil }
    let bytes = buffer.bytes(in: 0..<buffer.count)
    switch language {
    case .json:
      var reader = JSONCheck(bytes)
      problem = reader.run()
      if problem == nil { note = reader.note }
    case .graphql: problem = GraphQLCheck.problem(in: bytes)
    case .table(allowsBareNames: false):
      note = Self.lineWithoutColon(in: bytes).map { "Line \($0) has no colon: its value is empty" }
    case .table, .plain, .xml, .html, .javascript, .form, .markdown: return nil
    }
  }

  /// The number of the first line that is a name alone, in a table whose rows have values.
  private static func lineWithoutColon(in bytes: [UInt8]) -> Int? {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let index = lines.firstIndex { line in
      let row = TableLine(String(decoding: line, as: UTF8.self))
      return !row.name.isEmpty && row.value == nil && !row.isOff && line.first != UInt8(ascii: "|")
    }
    return index.map { $0 + 1 }
  }
}
