/// A common subsequence of two sequences of hashes: lines of texts or items of arrays.
///
/// Myers' algorithm finds the smallest change if it is small. Larger changes are split at elements that occur exactly
/// once on both sides (patience diff) or, failing that, by pairing the nth occurrences of equal elements. The cost
/// stays near n log n for any input.
struct SequenceAlignment {
  /// A contiguous run of common elements.
  struct Block: Equatable { var old, new, count: Int }

  private struct Piece {
    var old, new: Range<Int>
    var level: Int
  }

  private static let maximumLevel = 12

  private let old, new: UnsafeBufferPointer<UInt64>
  private let isStopped: () -> Bool
  private var blocks: [Block] = []
  private var open: [Piece] = []

  /// The blocks in order, none of them empty; no blocks if it was stopped.
  static func blocks(_ old: [UInt64], _ new: [UInt64], isStopped: () -> Bool) -> [Block] {
    withoutActuallyEscaping(isStopped) { isStopped in
      old.withUnsafeBufferPointer { old in
        new.withUnsafeBufferPointer { new in
          var alignment = SequenceAlignment(old: old, new: new, isStopped: isStopped)
          return alignment.align()
        }
      }
    }
  }

  private mutating func align() -> [Block] {
    open = [Piece(old: 0..<old.count, new: 0..<new.count, level: 0)]
    while let piece = open.popLast() {
      guard !isStopped() else { return [] }
      let rest = trimmed(piece)
      guard !rest.old.isEmpty, !rest.new.isEmpty else { continue }
      if let found = MyersSearch.blocks(slice(old, rest.old), slice(new, rest.new)) {
        for block in found { addBlock(rest.old.lowerBound + block.old, rest.new.lowerBound + block.new, block.count) }
      } else {
        split(rest)
      }
    }
    return joined(blocks.sorted { $0.old < $1.old })
  }

  private func slice(_ elements: UnsafeBufferPointer<UInt64>, _ range: Range<Int>) -> UnsafeBufferPointer<UInt64> {
    UnsafeBufferPointer(rebasing: elements[range])
  }

  private mutating func addBlock(_ old: Int, _ new: Int, _ count: Int) {
    if count > 0 { blocks.append(Block(old: old, new: new, count: count)) }
  }

  /// Trims the common prefix and suffix.
  private mutating func trimmed(_ piece: Piece) -> Piece {
    var piece = piece
    let length = min(piece.old.count, piece.new.count)
    var head = 0
    while head < length, old[piece.old.lowerBound + head] == new[piece.new.lowerBound + head] { head += 1 }
    var tail = 0
    while tail < length - head, old[piece.old.upperBound - 1 - tail] == new[piece.new.upperBound - 1 - tail] {
      tail += 1
    }
    addBlock(piece.old.lowerBound, piece.new.lowerBound, head)
    addBlock(piece.old.upperBound - tail, piece.new.upperBound - tail, tail)
    piece.old = piece.old.lowerBound + head..<piece.old.upperBound - tail
    piece.new = piece.new.lowerBound + head..<piece.new.upperBound - tail
    return piece
  }

  private mutating func split(_ piece: Piece) {
    let (left, right) = (slice(old, piece.old), slice(new, piece.new))
    var anchors = UniqueElements.anchors(left, right)
    let isLast = anchors.isEmpty || piece.level >= Self.maximumLevel
    if isLast { anchors = UniqueElements.anchorsByOccurrence(left, right) }
    var (oldEnd, newEnd) = (piece.old.lowerBound, piece.new.lowerBound)
    for anchor in anchors {
      let (oldPlace, newPlace) = (piece.old.lowerBound + anchor.old, piece.new.lowerBound + anchor.new)
      if !isLast { open.append(Piece(old: oldEnd..<oldPlace, new: newEnd..<newPlace, level: piece.level + 1)) }
      addBlock(oldPlace, newPlace, 1)
      (oldEnd, newEnd) = (oldPlace + 1, newPlace + 1)
    }
    guard !isLast else { return }
    open.append(
      Piece(old: oldEnd..<piece.old.upperBound, new: newEnd..<piece.new.upperBound, level: piece.level + 1))
  }

  private func joined(_ blocks: [Block]) -> [Block] {
    blocks.reduce(into: []) { result, block in
      if let last = result.last, last.old + last.count == block.old, last.new + last.count == block.new {
        result[result.count - 1].count += block.count
      } else {
        result.append(block)
      }
    }
  }
}
