/// How often a part of a schema occurs.
struct XSDOccurrence: Equatable {
  var minimum: Int
  /// `nil` is unbounded.
  var maximum: Int?

  static let once = XSDOccurrence(minimum: 1, maximum: 1)

  /// That of an element in a group which itself may be optional or repeat.
  func inside(_ group: XSDOccurrence) -> XSDOccurrence {
    guard !isProhibited else { return self }
    let all = maximum.flatMap { own in group.maximum.map { min(own, 1000) * min($0, 1000) } }
    return XSDOccurrence(minimum: group.minimum == 0 ? 0 : minimum, maximum: all)
  }

  var isProhibited: Bool { maximum.map { $0 <= 0 } ?? false }
  var isOptional: Bool { minimum <= 0 }
  var repeats: Bool { maximum.map { $0 > 1 } ?? true }

  /// A comment for readers of the sample.
  var comment: String? {
    switch (isOptional, repeats) {
    case (true, true): "optional, repeats"
    case (true, false): "optional"
    case (false, true): "repeats"
    case (false, false): nil
    }
  }
}

extension XSDOccurrence {
  init(_ node: XSDNode) {
    minimum = node["minOccurs"].flatMap(Int.init) ?? 1
    maximum = node["maxOccurs"] == "unbounded" ? nil : node["maxOccurs"].flatMap(Int.init) ?? 1
  }
}
