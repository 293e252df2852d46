/// The kinds of text that can be completed at the cursor.
package enum CompletionKind: Hashable, Sendable {
  /// The name in `{{name}}`, and a filter after it.
  case variable, filter
  case method, url, headerName, mediaType
  /// The value of the header of this name, in small letters.
  case headerValue(String)
  /// A name in a folder; its path is relative to the request's file.
  case file(folder: String)
  /// A member of JSON, with or without its quotation marks.
  case jsonKey(isQuoted: Bool)
  case graphQL
  /// The subject of a check, its expectation, and a filter between them.
  case checkQuery, checkPredicate, checkFilter
  /// A step of a conversation, and the saved message that it sends.
  case step, savedMessage
}

/// The beginning of a word at the cursor, and what it can become.
package struct CompletionPlace: Equatable, Sendable {
  package var kind: CompletionKind
  /// The bytes from the start of the word to the cursor.
  package var range: Range<Int>
  package var typed: String
  /// Whether the list opens while this is typed; the other lists wait for a key.
  package var opensItself: Bool
  /// Whether it is in braces that nothing closes.
  private(set) var isInOpenBraces = false

  init(_ kind: CompletionKind, _ typed: Substring, at cursor: Int, opensItself: Bool = false) {
    self.kind = kind
    self.typed = String(typed)
    range = (cursor - typed.utf8.count)..<cursor
    self.opensItself = opensItself
  }

  /// - Returns: `nil` if nothing can be completed here.
  init?(in editor: TextEditor, of target: EditTarget, _ language: CodeLanguage, _ file: SavedFile) {
    let (around, column) = editor.surroundings
    let before = around.prefix(column)
    if target.takesVariables, let place = Self.variable(before, editor.cursor) {
      self = place
      isInOpenBraces = !around.dropFirst(column).drop { $0 == " " }.hasPrefix("}}")
      return
    }
    guard let kind = Self.kind(of: target, language, file) else { return nil }
    guard let place = Self.word(of: kind, before, editor, target) else { return nil }
    self = place
  }

  // MARK: Variables

  /// The variable name or filter typed after an open `{{`.
  private static func variable(_ before: Substring, _ cursor: Int) -> CompletionPlace? {
    guard let open = before.lastRange(of: "{{") else { return nil }
    let inside = before[open.upperBound...]
    guard !inside.contains("}"), !inside.contains("\n") else { return nil }
    if let bar = inside.lastIndex(of: "|") {
      let word = inside[inside.index(after: bar)...].drop { $0 == " " }
      return word.contains(" ") ? nil : CompletionPlace(.filter, word, at: cursor, opensItself: true)
    }
    let word = inside.drop { $0 == " " }
    return CompletionPlace(.variable, word, at: cursor, opensItself: true)
  }

  // MARK: The other fields

  private static func kind(of target: EditTarget, _ language: CodeLanguage, _ file: SavedFile) -> CompletionKind? {
    switch target {
    case .method: return .method
    case .url: return .url
    case .parameterName(let list, _):
      if list.field.name == Field.checks.name { return .checkQuery }
      if list.field.name == Field.steps.name { return .step }
      return list.field.name == Field.headers.name ? .headerName : nil
    case .parameterValue(let list, let index):
      if list.field.name == Field.checks.name { return .checkPredicate }
      if list.field.name == Field.captures.name { return .checkQuery }
      if list.takesFiles { return .file(folder: "") }
      let rows = list.rows(in: file)
      if list.field.name == Field.steps.name, rows.indices.contains(index) { return kind(ofStep: rows[index].name) }
      guard list.field.name == Field.headers.name, rows.indices.contains(index) else { return nil }
      return .headerValue(rows[index].name.lowercased())
    case .member(_, _, let field), .setting(let field):
      if case .file = field.field.type { return .file(folder: "") }
      return field.field.name == "type" && field.section != AuthKind.section ? .mediaType : nil
    case .text:
      switch language {
      case .json: return .jsonKey(isQuoted: true)
      case .graphql: return .graphQL
      default: return nil
      }
    case .secretValue, .parameterDescription, .table: return nil
    }
  }

  /// The kind of text that follows the verb of a step.
  private static func kind(ofStep verb: String) -> CompletionKind? {
    switch ConversationStep.Verb(rawValue: verb) {
    case .send: .savedMessage
    case .expect, .never: .checkQuery
    case .wait, .close, nil: nil
    }
  }

  private static func word(
    of kind: CompletionKind, _ before: Substring, _ editor: TextEditor, _ target: EditTarget
  ) -> CompletionPlace? {
    let cursor = editor.cursor
    switch kind {
    case .url, .method, .headerName, .mediaType:
      let isAtEnd = cursor == editor.buffer.count
      return CompletionPlace(kind, before, at: cursor, opensItself: isAtEnd && before.count >= (kind == .url ? 2 : 1))
    case .headerValue: return headerValue(kind, before, cursor)
    case .checkQuery, .checkPredicate, .checkFilter, .step, .savedMessage: return checkWord(kind, before, cursor)
    case .file: return path(before, editor.cursor, isValue: target.isValue)
    case .jsonKey: return jsonKey(before, editor)
    case .graphQL:
      let word = before.suffix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "@" }
      return CompletionPlace(.graphQL, word, at: cursor, opensItself: false)
    case .variable, .filter: return nil
    }
  }

  /// The last element of a list such as `gzip, br;q=0.5`.
  private static func headerValue(_ kind: CompletionKind, _ before: Substring, _ cursor: Int) -> CompletionPlace? {
    var word = before
    if let comma = before.lastIndex(of: ",") { word = before[before.index(after: comma)...].drop { $0 == " " } }
    return CompletionPlace(kind, word, at: cursor, opensItself: !word.isEmpty)
  }

  /// The first word of a check's cell, or the one after a bar.
  private static func checkWord(_ kind: CompletionKind, _ before: Substring, _ cursor: Int) -> CompletionPlace? {
    var (kind, word) = (kind, before)
    if kind == .checkQuery, let bar = before.lastIndex(of: "|") {
      (kind, word) = (.checkFilter, before[before.index(after: bar)...].drop { $0 == " " })
    } else if kind == .checkPredicate, before.hasPrefix("not ") {
      word = before.dropFirst(4)
    }
    guard !word.contains(" ") else { return nil }
    return CompletionPlace(kind, word, at: cursor, opensItself: !word.isEmpty)
  }

  /// The last name of a path. A path in a parameter's value begins with `@`.
  private static func path(_ before: Substring, _ cursor: Int, isValue: Bool) -> CompletionPlace? {
    if isValue, !before.hasPrefix("@") { return nil }
    let path = isValue ? before.dropFirst() : before
    let name = path.lastIndex(of: "/").map { path[path.index(after: $0)...] } ?? path
    let folder = String(path[..<name.startIndex])
    return CompletionPlace(.file(folder: folder), name, at: cursor, opensItself: isValue || !path.isEmpty)
  }

  private static func jsonKey(_ before: Substring, _ editor: TextEditor) -> CompletionPlace? {
    let word = before.suffix { $0.isLetter || $0.isNumber || "_$-.@".contains($0) }
    let isQuoted = before.dropLast(word.count).last == "\""
    let start = editor.cursor - word.utf8.count - (isQuoted ? 1 : 0)
    guard editor.isKeyPlace(start) else { return nil }
    return CompletionPlace(
      .jsonKey(isQuoted: isQuoted), word, at: editor.cursor, opensItself: isQuoted && !word.isEmpty)
  }
}

extension EditTarget {
  /// Whether `{{variables}}` in its text are replaced.
  var takesVariables: Bool {
    switch self {
    case .method, .parameterDescription, .secretValue: false
    case .url, .parameterName, .parameterValue, .table: true
    case .member(_, _, let field), .setting(let field), .text(let field): field.field.allowsVariables
    }
  }

  /// Whether a path in its text begins with `@`.
  fileprivate var isValue: Bool { if case .parameterValue = self { true } else { false } }
}

extension TextEditor {
  /// How far back to search for the object around the cursor, in bytes.
  private static let keyReach = 16_384

  /// Whether a member of a JSON object may begin at an offset: after its opening bracket or a comma.
  fileprivate func isKeyPlace(_ offset: Int) -> Bool {
    let start = max(0, offset - Self.keyReach)
    let before = buffer.bytes(in: start..<offset)
    guard let last = before.last(where: { !" \t\r\n".utf8.contains($0) }) else { return false }
    if last == UInt8(ascii: "{") { return true }
    guard last == UInt8(ascii: ",") else { return false }
    var depth = 0
    for byte in before.reversed() {
      switch byte {
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth += 1
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        if depth == 0 { return byte == UInt8(ascii: "{") }
        depth -= 1
      default: break
      }
    }
    return false
  }
}

extension Substring {
  fileprivate func suffix(while matches: (Character) -> Bool) -> Substring {
    self[(lastIndex { !matches($0) }.map { index(after: $0) } ?? startIndex)...]
  }

  fileprivate func lastRange(of text: String) -> Range<Index>? {
    var end = endIndex
    while end > startIndex {
      let start = index(before: end)
      if self[start...].hasPrefix(text) { return start..<index(start, offsetBy: text.count) }
      end = start
    }
    return nil
  }
}
