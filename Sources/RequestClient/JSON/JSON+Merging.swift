extension JSON {
  /// Two roots that cannot be merged.
  public struct MergeError: Error, Hashable, Sendable {
    /// Of the value that was to be changed.
    public var kind: Kind
    /// Of the value that was to be merged into it.
    public var otherKind: Kind
  }

  /// Adds what `other` says: members are merged one by one, arrays are joined, and of other values `other`'s replaces
  /// ours, as it does inside where the kinds differ.
  ///
  /// - Throws: `MergeError` where the roots are of different kinds; then nothing was changed.
  public mutating func merge(with other: JSON) throws(MergeError) {
    guard kind == other.kind else { throw MergeError(kind: kind, otherKind: other.kind) }
    self = joined(with: other)
  }

  /// What `merge(with:)` would make of it.
  ///
  /// - Throws: `MergeError` where the roots are of different kinds.
  public func merged(with other: JSON) throws(MergeError) -> JSON {
    var merged = self
    try merged.merge(with: other)
    return merged
  }

  private func joined(with other: JSON) -> JSON {
    switch (self, other) {
    case (.object(var object), .object(let others)):
      for (key, value) in others { object[key] = object[key]?.joined(with: value) ?? value }
      return .object(object)
    case (.array(let elements), .array(let others)): return .array(elements + others)
    default: return other
    }
  }
}
