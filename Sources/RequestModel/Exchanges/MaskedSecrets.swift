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
    let next = ranges.partitioningIndex { $0.upperBound > bytes.lowerBound }
    return next < ranges.count && ranges[next].lowerBound < bytes.upperBound
  }
}
