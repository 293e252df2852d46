extension BidirectionalCollection {
  /// Drops the elements at both ends that satisfy a condition.
  @inlinable package func trimming(while isTrimmed: (Element) -> Bool) -> SubSequence {
    drop(while: isTrimmed).trimmingSuffix(while: isTrimmed)
  }

  /// Drops the elements at the end that satisfy a condition.
  @inlinable package func trimmingSuffix(while isTrimmed: (Element) -> Bool) -> SubSequence {
    guard let last = lastIndex(where: { !isTrimmed($0) }) else { return prefix(0) }
    return self[...last]
  }
}
