/// The patterns of a matcher, sorted so that those with the same first bytes are neighbours: all of them are followed through
/// a text at once, and each byte halves what is left of them a few times.
struct PatternTable: Sendable {
  struct Entry: Sendable {
    let start: Int
    let count: Int
    let isWhole: Bool
    let sharesFirst: Bool
    let sharesLast: Bool
  }

  /// How patterns are compared with a text.
  enum Group: Int, Sendable {
    case ignoringCase, exact, base64

    init(of pattern: SecretPattern) {
      self = pattern.ignoresCase ? .ignoringCase : pattern.spelling == .base64 ? .base64 : .exact
    }

    /// The byte as it is spelled in the patterns.
    @inline(__always)
    func folded(_ byte: UInt8) -> UInt8 { self == .ignoringCase ? SecretPattern.lowercased(byte) : byte }

    fileprivate static let count = 3
  }

  private let entries: [Entry]
  private let bytes: [UInt8]
  /// The start of the entries of each group and first byte, and the end of the last ones.
  private let starts: [Int]

  init(_ patterns: some Sequence<SecretPattern>) {
    let sorted = patterns.map { (group: Group(of: $0), pattern: $0) }.sorted { left, right in
      left.group == right.group
        ? left.pattern.bytes.lexicographicallyPrecedes(right.pattern.bytes) : left.group.rawValue < right.group.rawValue
    }
    var (bytes, entries) = ([UInt8](), [Entry]())
    var starts = Array(repeating: 0, count: Group.count << 8 + 1)
    for (group, pattern) in sorted {
      entries.append(
        Entry(
          start: bytes.count, count: pattern.bytes.count, isWhole: pattern.isWhole, sharesFirst: pattern.sharesFirst,
          sharesLast: pattern.sharesLast))
      bytes += pattern.bytes
      starts[(group.rawValue << 8 | Int(pattern.bytes[0])) + 1] += 1
    }
    for index in 1..<starts.count { starts[index] += starts[index - 1] }
    (self.bytes, self.entries, self.starts) = (bytes, entries, starts)
  }

  /// The table as unsafe buffers, which avoid bounds checks and reference counting per byte.
  struct View {
    let entries: UnsafeBufferPointer<Entry>
    let bytes: UnsafeBufferPointer<UInt8>
    let starts: UnsafeBufferPointer<Int>

    @inline(__always)
    func entries(of group: Group, startingWith byte: UInt8) -> Range<Int> {
      let index = group.rawValue << 8 | Int(group.folded(byte))
      return starts[index]..<starts[index + 1]
    }

    func hasEntries(startingWith byte: UInt8) -> Bool {
      !entries(of: .ignoringCase, startingWith: byte).isEmpty || !entries(of: .exact, startingWith: byte).isEmpty
        || !entries(of: .base64, startingWith: byte).isEmpty
    }

    /// Returns the entries of `range` that continue with `byte` after the `count` bytes that all of them share.
    func entries(in range: Range<Int>, after count: Int, continuing byte: UInt8) -> Range<Int> {
      let start = firstEntry(in: range, after: count, from: Int(byte))
      return start..<firstEntry(in: start..<range.upperBound, after: count, from: Int(byte) + 1)
    }

    /// The first entry whose next byte is `least` or more. Entries without a next byte come first.
    private func firstEntry(in range: Range<Int>, after count: Int, from least: Int) -> Int {
      var (low, high) = (range.lowerBound, range.upperBound)
      while low < high {
        let middle = (low + high) / 2
        let entry = entries[middle]
        if entry.count > count, Int(bytes[entry.start + count]) >= least { high = middle } else { low = middle + 1 }
      }
      return low
    }
  }

  func withView<Result>(_ body: (View) -> Result) -> Result {
    entries.withUnsafeBufferPointer { entries in
      bytes.withUnsafeBufferPointer { bytes in
        starts.withUnsafeBufferPointer { starts in body(View(entries: entries, bytes: bytes, starts: starts)) }
      }
    }
  }
}
