import RequestModel

/// Collects rows: the newest in memory, older ones in an anonymous file once there are many.
///
/// Uses at most `memoryLimit` bytes of memory and `sizeLimit(forBody:)` bytes of disk space.
struct RowWriter {
  private var recent = ContiguousArray<Row>()
  private var file: AnonymousFile?
  /// The number of rows in the file.
  private(set) var written = 0

  /// In rows.
  private static let memoryLimit = (32 << 20) / MemoryLayout<Row>.stride
  /// Rows that are written together if all are expected to pass the limit. They stay in the cache of the processor.
  private static let batch = (1 << 20) / MemoryLayout<Row>.stride
  /// The rows kept in memory when others are written, because closing a short element reads them.
  private static let keptRows = 16

  /// The largest index, in bytes, for a body of `count` bytes. Beyond it, the body is shown as text.
  static func sizeLimit(forBody count: Int) -> Int { max(512 << 20, count / 2 * 5) }

  @inline(__always)
  var count: Int { written + recent.count }

  @inline(__always)
  mutating func append(_ row: Row) { recent.append(row) }

  /// Removes the last row, which must be one of the newest.
  mutating func removeLast() { recent.removeLast() }

  @inline(__always)
  subscript(row: Int) -> Row { row >= written ? recent[row - written] : readBack(row) }

  /// Sets the closing row of a container.
  @inline(__always)
  mutating func setExtent(of row: Int, to extent: UInt32) {
    if row >= written { recent[row - written].extent = extent } else { writeExtent(of: row, extent) }
  }

  /// Moves rows to the file if there are too many for memory. Must be called at least once every 2²⁰ rows.
  ///
  /// - Parameter expected: The total number of rows to reserve memory for.
  /// - Returns: `false` if the disk is full.
  mutating func makeRoom(expecting expected: Int) -> Bool {
    let isLarge = expected > Self.memoryLimit
    if recent.count > (isLarge ? Self.batch : Self.memoryLimit) { return flush(keeping: Self.keptRows) }
    if isLarge || written > 0 || expected <= recent.capacity { return true }
    // Doubling would leave up to half of the memory unused. Grow by at least a quarter, so that not every call moves all
    // rows when values get shorter.
    recent.reserveCapacity(max(expected, recent.capacity / 4 * 5))
    return true
  }

  /// All rows; `nil` if the disk is full.
  consuming func finish() -> RowStore? {
    guard written > 0 else { return RowStore(recent) }
    guard flush(keeping: 0) else { return nil }
    return file?.contents.map(RowStore.init(contents:))
  }

  private mutating func flush(keeping kept: Int) -> Bool {
    guard let file = file ?? AnonymousFile() else { return false }
    self.file = file
    let count = recent.count - kept
    let isWritten = recent.withUnsafeBytes { bytes in
      file.append(UnsafeRawBufferPointer(rebasing: bytes.prefix(count * MemoryLayout<Row>.stride)))
    }
    guard isWritten else { return false }
    recent.removeFirst(count)
    written += count
    return true
  }

  @inline(never)
  private func readBack(_ row: Int) -> Row {
    var result = Row(start: 0, parent: Row.none, extent: 0)
    withUnsafeMutableBytes(of: &result) { buffer in
      let isRead = file?.read(into: buffer, at: row * MemoryLayout<Row>.stride) ?? false
      precondition(isRead, "Rows in the file could not be read")
    }
    return result
  }

  @inline(never)
  private mutating func writeExtent(of row: Int, _ extent: UInt32) {
    var changed = readBack(row)
    changed.extent = extent
    withUnsafeBytes(of: changed) { bytes in
      let isWritten = file?.overwrite(at: row * MemoryLayout<Row>.stride, with: bytes) ?? false
      precondition(isWritten, "Rows in the file could not be changed")
    }
  }
}
