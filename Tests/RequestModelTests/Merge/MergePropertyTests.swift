import RequestModel
import TestSupport
import Testing

struct MergePropertyTests {
  /// Requests that two people edit in different fields, rows and members of the body.
  @Test func editsOfDifferentPartsAreAllKept() throws {
    for seed in Seeds.some(of: 4_000) {
      var generator = MergeGenerator(seed: seed)
      let base = generator.model()
      let edits = generator.edits(base)
      var (ours, theirs, both) = (base, base, base)
      for edit in edits.ours { edit(&ours) }
      for edit in edits.theirs { edit(&theirs) }
      for edit in edits.ours + edits.theirs { edit(&both) }
      let merge = DocumentMerge(
        base: base.document, ours: ours.document, theirs: theirs.document, role: .request)
      let other = DocumentMerge(
        base: base.document, ours: theirs.document, theirs: ours.document, role: .request)
      try #require(merge.conflicts.map(\.summary) == [], "seed \(seed)")
      let value = merge.value
      try #require(value == other.value, "seed \(seed)")
      try #require(Self.normal(value).compact == Self.normal(both.document).compact, "seed \(seed)")
    }
  }

  /// Any edits: what one side changed is in the result or in a conflict.
  @Test func conflictingEditsAreNamedOnBothSides() throws {
    for seed in Seeds.some(of: 1000) {
      var generator = MergeGenerator(seed: seed)
      let base = generator.model()
      let (first, second) = (generator.edits(base), generator.edits(base))
      var (ours, theirs) = (base, base)
      for edit in first.ours + first.theirs { edit(&ours) }
      for edit in second.ours + second.theirs { edit(&theirs) }
      let merge = DocumentMerge(base: base.document, ours: ours.document, theirs: theirs.document, role: .request)
      let other = DocumentMerge(base: base.document, ours: theirs.document, theirs: ours.document, role: .request)
      try #require(merge.conflicts.map(\.label).sorted() == other.conflicts.map(\.label).sorted(), "seed \(seed)")
      for side in [MergeSide.ours, .theirs] {
        let value = merge.value(side)
        let file = try #require(value.object)
        _ = try SavedRequest(document: file)
      }
      try #require(
        Self.normal(merge.value(.ours)).compact == Self.normal(other.value(.theirs)).compact, "seed \(seed)")
    }
  }

  /// Lists and members in a fixed order, JSON in texts as JSON.
  private static func normal(_ value: JSONValue) -> JSONValue {
    switch value {
    case .array(let elements):
      let text = elements.compactMap(\.string)
      if text.count == elements.count, let json = try? JSONText(text.joined(separator: "\n")).value, json.object != nil
      {
        return normal(json)
      }
      return .array(elements.map(normal).map { ($0.compact, $0) }.sorted { $0.0 < $1.0 }.map(\.1))
    case .object(let object):
      let members = object.members.map { JSONMember(key: $0.key, value: normal($0.value)) }
      return .object(JSONObject(members: members.sorted { $0.key.escaped < $1.key.escaped }))
    case .string(let string):
      if let json = try? JSONText(string.value).value, json.object != nil { return normal(json) }
      return value
    default: return value
    }
  }
}
