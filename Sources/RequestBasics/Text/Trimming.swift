extension BidirectionalCollection {
  /// Without the elements at both ends that fit.
  @inlinable package func trimming(while isTrimmed: (Element) -> Bool) -> SubSequence {
    drop(while: isTrimmed).trimmingSuffix(while: isTrimmed)
  }

  /// Without the elements at the end that fit.
  @inlinable package func trimmingSuffix(while isTrimmed: (Element) -> Bool) -> SubSequence {
    guard let last = lastIndex(where: { !isTrimmed($0) }) else { return prefix(0) }
    return self[...last]
  }
}
