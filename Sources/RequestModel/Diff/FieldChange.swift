/// A difference between two versions of a file, in the words of the form.
package struct FieldChange: Equatable, Sendable {
  package enum Kind: String, Sendable {
    case added, removed, changed
    /// Rows in another order.
    case moved
  }

  package let kind: Kind
  /// The location in the new version; for removed values, in the old one.
  package let place: JSONLocation
  /// A readable name: `Header Accept`, `Body › user.name`, `Auth › Token`.
  package let label: String
  package let old: JSONValue?
  package let new: JSONValue?
  /// The values as text, with secrets masked; `nil` for a missing one.
  package let oldText: String?
  package let newText: String?

  /// Shown in place of a secret.
  package static let mask = "••••••"
}

extension FieldChange {
  /// The sign at the beginning of its first line.
  package var sign: Character {
    switch kind {
    case .added: "+"
    case .removed: "-"
    case .changed: "~"
    case .moved: ">"
    }
  }

  /// The change as text: one line if it fits, else the lines that were removed and added.
  package var lines: [String] { lines(isStopped: { false }) }

  /// - Parameter isStopped: If it returns `true`, lines may be shown as removed and added that are in both.
  package func lines(isStopped: () -> Bool) -> [String] {
    switch (oldText, newText) {
    case (let old?, let new?) where Self.fits(old, new): ["\(sign) \(label): \(Self.word(old)) → \(Self.word(new))"]
    case (let old?, let new?): ["\(sign) \(label)"] + Self.difference(old, new, isStopped)
    case (let text?, nil), (nil, let text?):
      Self.fits(text) ? ["\(sign) \(label): \(Self.word(text))"] : ["\(sign) \(label)"] + Self.block(sign, text)
    case (nil, nil): ["\(sign) \(label)"]
    }
  }

  private static let width = 72

  private static func fits(_ texts: String...) -> Bool {
    texts.allSatisfy { !$0.utf8.contains(UInt8(ascii: "\n")) } && texts.reduce(0) { $0 + $1.count } <= width
  }

  private static func word(_ text: String) -> String { text.isEmpty ? "\"\"" : text }

  private static func block(_ sign: Character, _ text: String) -> [String] {
    split(text).map { "    \(sign) \($0)" }
  }

  private static func difference(_ old: String, _ new: String, _ isStopped: () -> Bool) -> [String] {
    let (before, after) = (split(old), split(new))
    let elements = NumberedElements(before.map(ExactText.init), after.map(ExactText.init))
    let common = CommonSubsequence(elements, isStopped: isStopped)
    var lines = common.isCoarse ? ["    \(coarseRemark)"] : []
    var (oldEnd, newEnd) = (0, 0)
    // Removed lines come before the lines that replace them.
    func addGap(_ oldPlace: Int, _ newPlace: Int) {
      for line in before[oldEnd..<oldPlace] { lines.append("    - " + line) }
      for line in after[newEnd..<newPlace] { lines.append("    + " + line) }
      (oldEnd, newEnd) = (oldPlace + 1, newPlace + 1)
    }
    for (index, pair) in common.pairs.enumerated() {
      if let pair { addGap(pair, index) }
    }
    addGap(before.count, after.count)
    return lines
  }

  private static let coarseRemark =
    "(too much has changed to find the shortest comparison: unchanged lines may be shown as removed and added)"

  static func split(_ text: String) -> [String] {
    text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { String(Substring($0)) }
  }

  /// A change of white space, escapes or the order of members alone.
  package static let ofLayout = FieldChange(
    kind: .changed, place: [], label: "Layout of the file", old: nil, new: nil, oldText: nil, newText: nil)

  /// A change of a file that is not JSON, by lines.
  package init(text old: String?, _ new: String?) {
    self.init(
      kind: old == nil ? .added : new == nil ? .removed : .changed, place: [], label: "Text",
      old: old.map(JSONValue.string), new: new.map(JSONValue.string), oldText: old, newText: new)
  }
}
