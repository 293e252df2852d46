package import Foundation

/// The bytes that a mask covers in a body, for restoring the original body.
///
/// Kept in memory only; never written to disk.
package struct MaskedSecrets: Equatable, Sendable {
  /// The masked ranges, in order, without overlaps, relative to the first byte of the body.
  package let ranges: [Range<Int>]
  /// The original bytes of all ranges, concatenated.
  private let originals: Data

  package init() { (ranges, originals) = ([], Data()) }

  package init(_ ranges: [Range<Int>], of body: Data) {
    self.ranges = ranges
    var originals = Data()
    for range in ranges {
      originals.append(body[body.startIndex + range.lowerBound..<body.startIndex + range.upperBound])
    }
    self.originals = originals
  }

  package var isEmpty: Bool { ranges.isEmpty }
  package var count: Int { ranges.count }

  /// Returns the body as the server sent it.
  package func restored(in masked: Data) -> Data {
    guard !isEmpty else { return masked }
    var body = masked
    var taken = originals.startIndex
    for range in ranges {
      let start = body.startIndex + range.lowerBound
      body.replaceSubrange(start..<start + range.count, with: originals[taken..<taken + range.count])
      taken += range.count
    }
    return body
  }

  /// Returns whether any of these bytes are masked.
  package func overlaps(_ bytes: Range<Int>) -> Bool {
    var (low, high) = (0, ranges.count)
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound <= bytes.lowerBound { low = middle + 1 } else { high = middle }
    }
    return low < ranges.count && ranges[low].lowerBound < bytes.upperBound
  }
}
