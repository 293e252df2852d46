/// The patterns of a matcher, laid out for the search: those that begin with the same byte lie side by side.
struct PatternTable: Sendable {
  struct Entry: Sendable {
    let start: Int
    let count: Int
    /// The pattern's second byte, or its first where it has no other: most entries are ruled out by it.
    let second: UInt8
    let ignoresCase: Bool
    let isBase64: Bool
    let isWhole: Bool
    let sharesFirst: Bool
    let sharesLast: Bool
  }

  let entries: [Entry]
  private let bytes: [UInt8]
  /// Where the entries of each byte begin, and where the last ones end.
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

  /// The table as the search reads it: without a check or a count of references at each byte.
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
