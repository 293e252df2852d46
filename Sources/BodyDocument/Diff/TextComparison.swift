/// Compares two bodies line by line.
enum TextComparison {
  /// The runs of the lines of both; `nil` if it was stopped.
  static func runs(_ old: [UInt64], _ new: [UInt64], isStopped: () -> Bool) -> ContiguousArray<DiffRun>? {
    let blocks = SequenceAlignment.blocks(old, new, isStopped: isStopped)
    guard !isStopped() else { return nil }
    var result = DiffRuns()
    var (oldEnd, newEnd) = (0, 0)
    for block in blocks {
      result.add(.removed, oldEnd..<block.old)
      result.add(.added, newEnd..<block.new)
      result.add(.same, block.new..<block.new + block.count)
      (oldEnd, newEnd) = (block.old + block.count, block.new + block.count)
    }
    result.add(.removed, oldEnd..<old.count)
    result.add(.added, newEnd..<new.count)
    return result.runs
  }

  /// A hash for each line without its line end (LF, CRLF or CR, as in `LineIndex`).
  static func hashes(of bytes: UnsafeRawBufferPointer, _ hash: ContentHash, count: Int) -> [UInt64] {
    var hashes: [UInt64] = []
    hashes.reserveCapacity(count)
    var start = 0
    var position = 0
    while position < bytes.count {
      let byte = bytes[position]
      guard byte == 0x0A || byte == 0x0D else {
        position += 1
        continue
      }
      hashes.append(hash.of(UnsafeRawBufferPointer(rebasing: bytes[start..<position])))
      position += byte == 0x0D && position + 1 < bytes.count && bytes[position + 1] == 0x0A ? 2 : 1
      start = position
    }
    if start < bytes.count { hashes.append(hash.of(UnsafeRawBufferPointer(rebasing: bytes[start...]))) }
    return hashes
  }
}
