/// A version of a merged file.
package enum MergeSide: String, Sendable, CaseIterable {
  case base, ours, theirs
}

/// A part of a merged document. Conflicts are decided when its value is made.
indirect enum MergeNode: Equatable, Sendable {
  /// A value without conflicts; `nil` if it is gone.
  case value(JSONValue?)
  /// The number of a conflict.
  case conflict(Int)
  case object([MergedMember])
  case array([MergeNode])
  /// An object or a list that is gone when it is empty, as one side removed it.
  case optional(MergeNode)
  /// JSON in a text.
  case text(MergedText, MergeNode)
}

struct MergedMember: Equatable, Sendable {
  let key: JSONString
  let node: MergeNode
}

extension MergeNode {
  /// - Parameter decide: Returns the value of a conflict.
  func value(_ decide: (Int) -> JSONValue?) -> JSONValue? {
    switch self {
    case .value(let value): value
    case .conflict(let number): decide(number)
    case .object(let members):
      .object(
        JSONObject(
          members: members.compactMap { member in
            member.node.value(decide).map { JSONMember(key: member.key, value: $0) }
          }))
    case .array(let elements): .array(elements.compactMap { $0.value(decide) })
    case .optional(let node): node.value(decide).flatMap { $0 == .array([]) || $0 == .object(JSONObject()) ? nil : $0 }
    case .text(let text, let node): node.value(decide).map(text.value)
    }
  }
}

/// The text of merged JSON, which keeps the bytes of the versions.
struct MergedText: Equatable, Sendable {
  let base: JSONText
  let ours: JSONText
  let theirs: JSONText
  /// Whether the file has the text as an array of lines.
  var isLines = false

  /// Returns the text of a merged value.
  ///
  /// Prefers the result of a merge by lines, if it has the value. Otherwise, the value is written into the version that
  /// was reformatted; the result is the same if the sides are exchanged, unless both were reformatted.
  func bytes(of value: JSONValue) -> [UInt8] {
    if let text = mergedByLines(value) { return text }
    let isOwnLayout = base.rewriting(to: ours.value) != ours.bytes
    let isOtherLayout = base.rewriting(to: theirs.value) != theirs.bytes
    if isOwnLayout { return ours.rewriting(to: value) }
    return (isOtherLayout ? theirs : base).rewriting(to: value)
  }

  func value(_ value: JSONValue) -> JSONValue {
    let text = String(decoding: bytes(of: value), as: UTF8.self)
    return isLines ? .array(FieldChange.split(text).map(JSONValue.string)) : .string(text)
  }

  private func mergedByLines(_ value: JSONValue) -> [UInt8]? {
    let texts = [base, ours, theirs].map { String(decoding: $0.bytes, as: UTF8.self) }
    let merge = LineMerge(base: texts[0], ours: texts[1], theirs: texts[2])
    guard !merge.hasConflicts, let text = try? JSONText(merge.text(.ours)), text.value == value else { return nil }
    return text.bytes
  }
}
