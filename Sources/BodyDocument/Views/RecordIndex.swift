internal import RequestModel

/// A rule for where records end.
protocol RecordRule: Sendable {
  /// The start of the record after the one at `start`, or the end of the text. Always greater than `start`.
  func next(after start: Int, in bytes: UnsafeRawBufferPointer) -> Int
}

/// Random access to the records of a text.
///
/// Stores about one record per 4 kB and finds the rest on demand.
struct RecordIndex<Rule: RecordRule>: Sendable {
  private struct Anchor {
    var offset: Int
    var record: Int
  }

  private static var distance: Int { 4096 }

  let rule: Rule
  let count: Int
  private let end: Int
  private let anchors: ContiguousArray<Anchor>

  /// - Parameter isStopped: Called about once a megabyte. If it returns `true`, the rest of the text has no records.
  init(_ bytes: UnsafeRawBufferPointer, from first: Int = 0, rule: Rule, unless isStopped: () -> Bool = { false }) {
    var anchors: ContiguousArray<Anchor> = []
    var offset = first
    var record = 0
    var nextAnchor = first
    var nextCheck = first
    while offset < bytes.count {
      if offset >= nextAnchor {
        anchors.append(Anchor(offset: offset, record: record))
        nextAnchor = offset + Self.distance
      }
      if offset >= nextCheck {
        if isStopped() { break }
        nextCheck = offset + (1 << 20)
      }
      offset = rule.next(after: offset, in: bytes)
      record += 1
    }
    self.rule = rule
    self.anchors = anchors
    count = record
    end = offset
  }

  /// The bytes of a record, including its end.
  func range(of record: Int, in bytes: UnsafeRawBufferPointer) -> Range<Int> {
    guard record < count else { return end..<end }
    let anchor = anchors[anchors.partitioningIndex { $0.record > record } - 1]
    var offset = anchor.offset
    for _ in anchor.record..<record { offset = rule.next(after: offset, in: bytes) }
    return offset..<min(end, rule.next(after: offset, in: bytes))
  }

  /// The record that contains the byte at `offset`, or the nearest.
  func record(at offset: Int, in bytes: UnsafeRawBufferPointer) -> Int {
    let behind = anchors.partitioningIndex { $0.offset > offset }
    guard behind > 0 else { return 0 }
    var (start, record) = (anchors[behind - 1].offset, anchors[behind - 1].record)
    while record + 1 < count {
      start = rule.next(after: start, in: bytes)
      if start > offset { break }
      record += 1
    }
    return record
  }
}
