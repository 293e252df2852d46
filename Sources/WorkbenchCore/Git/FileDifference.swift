/// The difference between two versions of a file, as lines to show.
package struct FileDifference: Equatable, Sendable {
  package enum Mark: Equatable, Sendable { case added, removed, changed, moved, context, place }

  package struct Line: Equatable, Sendable {
    package var mark: Mark
    package var text: String
  }

  package var lines: [Line]
  /// A remark shown below the lines.
  package var remark: String?

  package init(lines: [Line], remark: String? = nil) { (self.lines, self.remark) = (lines, remark) }

  package init(_ fields: FieldDiff) { self.init(fieldLines: fields.lines) }

  /// The lines of changes of fields.
  init(fieldLines: [String]) {
    self.init(lines: fieldLines.map { Line(mark: Self.mark(ofField: $0), text: $0) })
  }

  /// The lines of a patch without its head.
  package init(patch: [String], remark: String? = nil) {
    self.init(lines: patch.map { Line(mark: Self.mark(ofPatch: $0), text: $0) }, remark: remark)
  }

  /// A field begins with its sign; the lines of a long text are indented.
  private static func mark(ofField line: String) -> Mark {
    switch line.unicodeScalars.first(where: { $0 != " " }) {
    case "+": .added
    case "-": .removed
    case "~": .changed
    case ">": .moved
    default: .context
    }
  }

  private static func mark(ofPatch line: String) -> Mark {
    switch line.unicodeScalars.first {
    case "+": .added
    case "-": .removed
    case "@": .place
    default: .context
    }
  }
}

extension FileDifference.Mark {
  var role: Style.Role {
    switch self {
    case .added: .success
    case .removed: .error
    case .changed: .warning
    case .moved: .note
    case .context: .text
    case .place: .hint
    }
  }
}

extension FileDifference {
  /// Compares two versions by fields. Returns `nil` if one of them is not an object.
  package init?(old: [UInt8]?, new: [UInt8]?, role: FileRole) {
    func document(_ bytes: [UInt8]?) -> JSONObject?? {
      guard let bytes else { return .some(nil) }
      return (try? JSONText(bytes))?.value.object.map { .some($0) }
    }
    guard let before = document(old), let after = document(new) else { return nil }
    self.init(FieldDiff(before, after, role: role))
  }
}
