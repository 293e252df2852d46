extension JSONValue {
  /// Whether it has less than about `limit` bytes. Stops counting there.
  package func isShorter(than limit: Int) -> Bool {
    var rest = limit
    return takeSize(from: &rest)
  }

  private func takeSize(from rest: inout Int) -> Bool {
    rest -= 4
    switch self {
    case .string(let string): rest -= string.escaped.utf8.count
    case .number(let number): rest -= number.text.utf8.count
    case .array(let elements): for element in elements where rest > 0 { _ = element.takeSize(from: &rest) }
    case .object(let object):
      for member in object.members where rest > 0 {
        rest -= member.key.escaped.utf8.count + 4
        _ = member.value.takeSize(from: &rest)
      }
    case .null, .bool: break
    }
    return rest > 0
  }
}
