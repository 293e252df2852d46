/// Matches the members of two objects by their keys, repeated ones in their order.
enum MemberAlignment {
  /// - Returns: For each new member the index of the old one; `nil` for those that were added.
  static func pairs(_ old: JSONObject, _ new: JSONObject) -> [Int?] {
    var free: [ExactText: [Int]] = [:]
    for (index, member) in old.members.enumerated().reversed() {
      free[ExactText(member.key.value), default: []].append(index)
    }
    return new.members.map { free[ExactText($0.key.value)]?.popLast() }
  }
}

extension JSONValue {
  /// The object or array that a text is, if it is one.
  static func container(in text: String) -> JSONValue? {
    guard let start = text.utf8.first(where: { $0 != 0x20 && $0 != 0x0A && $0 != 0x0D && $0 != 0x09 }),
      start == UInt8(ascii: "{") || start == UInt8(ascii: "[")
    else { return nil }
    return try? JSONText(text).value
  }
}
