/// The patterns of a matcher, grouped by their first byte.
struct PatternTable: Sendable {
  struct Entry: Sendable {
    let start: Int
    let count: Int
    /// The second byte of the pattern, or the first if it is the only one. Rules out most entries.
    let second: UInt8
    let ignoresCase: Bool
    let isBase64: Bool
    let isWhole: Bool
    let sharesFirst: Bool
    let sharesLast: Bool
  }

  let entries: [Entry]
  private let bytes: [UInt8]
  /// The start of each byte's entries, and the end of the last ones.
  private let starts: [Int]

  init(_ patterns: some Sequence<SecretPattern>) {
    var (bytes, buckets) = ([UInt8](), Array(repeating: [Entry](), count: 256))
    for pattern in patterns {
      let entry = Entry(
        start: bytes.count, count: pattern.bytes.count, second: pattern.bytes[pattern.bytes.count > 1 ? 1 : 0],
        ignoresCase: pattern.ignoresCase, isBase64: pattern.spelling == .base64, isWhole: pattern.isWhole,
        sharesFirst: pattern.sharesFirst, sharesLast: pattern.sharesLast)
      bytes += pattern.bytes
      for first in pattern.cases(of: pattern.bytes[0]) { buckets[Int(first)].append(entry) }
    }
    self.bytes = bytes
    starts = buckets.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.count) }
    entries = buckets.flatMap(\.self)
  }

  /// The table as unsafe buffers, which avoid bounds checks and reference counting per byte.
  struct View {
    let entries: UnsafeBufferPointer<Entry>
    let bytes: UnsafeBufferPointer<UInt8>
    let starts: UnsafeBufferPointer<Int>

    @inline(__always)
    func entries(startingWith byte: UInt8) -> Range<Int> { starts[Int(byte)]..<starts[Int(byte) + 1] }
  }

  func withView<Result>(_ body: (View) -> Result) -> Result {
    entries.withUnsafeBufferPointer { entries in
      bytes.withUnsafeBufferPointer { bytes in
        starts.withUnsafeBufferPointer { starts in body(View(entries: entries, bytes: bytes, starts: starts)) }
      }
    }
  }
}
