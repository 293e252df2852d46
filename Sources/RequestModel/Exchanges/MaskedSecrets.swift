package import Foundation

/// What a mask covers in a body: enough to put the server's own bytes back.
///
/// It lives as long as the exchange is on the screen and is never written anywhere.
package struct MaskedSecrets: Equatable, Sendable {
  /// Where the mask covers the body: in order, without overlaps, counted from the body's first byte.
  package let ranges: [Range<Int>]
  /// The bytes under the mask, one range after the other.
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

  /// The body as the server sent it.
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

  /// Whether any of these bytes of the body are masked.
  package func overlaps(_ bytes: Range<Int>) -> Bool {
    var (low, high) = (0, ranges.count)
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound <= bytes.lowerBound { low = middle + 1 } else { high = middle }
    }
    return low < ranges.count && ranges[low].lowerBound < bytes.upperBound
  }
}
