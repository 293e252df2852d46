internal import Foundation
internal import RequestModel
internal import Synchronization

/// A table from the objects of an array or a sequence. The columns are their keys.
///
/// Its rows are located once, when the table is first shown.
final class JSONTable: TableRows {
  /// The most members of a row. Further ones show as `…`.
  private static let maximumMembers = 10_000

  private struct Index {
    /// The tree rows of the table's rows.
    var items: ContiguousArray<UInt32> = []
    var columns: [TableColumn] = []
    var columnOfKey: [JSONString: Int] = [:]
  }

  private let view: JSONView
  private let text: Data
  /// The array; `nil` for a sequence of objects.
  private let container: Int?
  private let index = Mutex<Index?>(nil)

  /// Returns `nil` if the body has no table.
  ///
  /// A table needs a top-level array of objects, a sequence of objects, or a top-level object with exactly one array of
  /// objects. Checks only the first thousand values.
  init?(of view: JSONView, _ text: Data) {
    guard let container = text.withUnsafeBytes({ Self.container(of: view, in: $0) }) else { return nil }
    self.view = view
    self.text = text
    self.container = container < 0 ? nil : container
  }

  var count: Int { container.map(view.tree.childCount(of:)) ?? readIndex().items.count }

  var columns: [TableColumn] { readIndex().columns }

  func row(_ row: Int, in source: UnsafeRawBufferPointer) -> TableRow {
    let index = readIndex()
    var result = TableRow(cells: Array(repeating: nil, count: index.columns.count))
    let item = Int(index.items[row])
    guard isObject(item, in: source) else { return TableRow(cells: [cell(item, in: source)]) }
    result.hasMore =
      !forEachMember(of: item, in: source) { key, member in
        if let column = index.columnOfKey[key] {
          result.cells[column] = cell(member, in: source)
        } else {
          result.hasMore = true
        }
      } || result.hasMore
    return result
  }

  func bytes(of row: Int, in source: UnsafeRawBufferPointer) -> Range<Int> {
    view.bytes(of: Int(readIndex().items[row]), in: source)
  }

  func row(at offset: Int, in source: UnsafeRawBufferPointer) -> Int? {
    let behind = readIndex().items.partitioningIndex { view.tree[Int($0)].start > offset }
    return behind > 0 ? behind - 1 : nil
  }

  // MARK: Finding the table

  /// The row of the array; -1 for a sequence of objects.
  private static func container(of view: JSONView, in source: UnsafeRawBufferPointer) -> Int? {
    let tree = view.tree
    if view.isSequence { return holdsObjects(from: 0, to: tree.count, view, source) ? -1 : nil }
    guard tree.isContainer(0) else { return nil }
    if source[tree[0].start] == UInt8(ascii: "[") {
      return holdsObjects(from: 1, to: tree.end(of: 0), view, source) ? 0 : nil
    }
    var found: Int?
    var member = 1
    var looks = 0
    while member < tree.end(of: 0) {
      let end = tree.end(of: member)
      looks += 1
      if looks > TableColumn.sampledRows { return nil }
      if end > member, source[tree[end].start] == UInt8(ascii: "]"),
        holdsObjects(from: member + 1, to: end, view, source)
      {
        guard found == nil else { return nil }
        found = member
      }
      member = end + 1
    }
    return found
  }

  /// Whether the first values from a row on are objects, not all of them empty.
  private static func holdsObjects(
    from first: Int, to end: Int, _ view: JSONView, _ source: UnsafeRawBufferPointer
  ) -> Bool {
    var row = first
    var hasMembers = false
    for _ in 0..<TableColumn.sampledRows where row < end {
      guard source[view.tree[row].start] == UInt8(ascii: "{") else { return false }
      hasMembers = hasMembers || view.tree.isContainer(row)
      row = view.tree.end(of: row) + 1
    }
    return hasMembers
  }

  // MARK: The index

  private func readIndex() -> Index {
    index.withLock { index in
      if let index { return index }
      let made = text.withUnsafeBytes(makeIndex)
      index = made
      return made
    }
  }

  private func makeIndex(_ source: UnsafeRawBufferPointer) -> Index {
    var index = Index()
    if let container { index.items.reserveCapacity(view.tree.childCount(of: container)) }
    let end = container.map(view.tree.end(of:)) ?? view.tree.count
    var row = container.map { $0 + 1 } ?? 0
    while row < end {
      index.items.append(UInt32(truncatingIfNeeded: row))
      row = view.tree.end(of: row) + 1
    }
    for item in index.items.prefix(TableColumn.sampledRows) where isObject(Int(item), in: source) {
      _ = forEachMember(of: Int(item), in: source) { key, member in
        guard let column = column(of: key, in: &index) else { return }
        index.columns[column].widen(for: cell(member, in: source))
      }
    }
    return index
  }

  private func column(of key: JSONString, in index: inout Index) -> Int? {
    if let known = index.columnOfKey[key] { return known }
    guard index.columns.count < TableColumn.maximumCount else { return nil }
    index.columns.append(TableColumn(key.value))
    index.columnOfKey[key] = index.columns.count - 1
    return index.columns.count - 1
  }

  // MARK: Values

  private func isObject(_ row: Int, in source: UnsafeRawBufferPointer) -> Bool {
    source[view.tree[row].start] == UInt8(ascii: "{")
  }

  /// - Returns: Whether all members were visited.
  private func forEachMember(
    of object: Int, in source: UnsafeRawBufferPointer, _ body: (JSONString, Int) -> Void
  ) -> Bool {
    var member = object + 1
    let end = view.tree.end(of: object)
    for _ in 0..<Self.maximumMembers {
      guard member < end else { return true }
      if let key = view.keyRange(of: member, in: source) {
        body(JSONString(escaped: source.text(key.lowerBound + 1..<key.upperBound - 1)), member)
      }
      member = view.tree.end(of: member) + 1
    }
    return member >= end
  }

  private func cell(_ row: Int, in source: UnsafeRawBufferPointer) -> TableCell {
    let value = view.valueRange(of: row, in: source)
    switch source[value.lowerBound] {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      let (text, isCut) = compact(value, in: source)
      return TableCell(text, .punctuation, isCut: isCut)
    case UInt8(ascii: "\""):
      let inside = value.lowerBound + 1..<value.upperBound - 1
      return TableCell(inside, .string, in: source) { JSONString(escaped: $0).value }
    case let byte: return TableCell(value, view.token(byte), in: source)
    }
  }

  /// The start of a value, without white space between its parts.
  private func compact(_ value: Range<Int>, in source: UnsafeRawBufferPointer) -> (text: String, isCut: Bool) {
    var bytes: [UInt8] = []
    var isInString = false
    var offset = value.lowerBound
    // Enough bytes for the characters of a column, except for the longest, which are cut earlier.
    while offset < value.upperBound, bytes.count < 4 * TableColumn.maximumWidth {
      let byte = source[offset]
      if isInString, byte == UInt8(ascii: "\\") {
        bytes.append(byte)
        offset += 1
      } else if byte == UInt8(ascii: "\"") {
        isInString.toggle()
      }
      if isInString || !byte.isJSONSpace { bytes.append(source[offset]) }
      offset += 1
    }
    let decoded = bytes.withUnsafeBytes { DecodedText(0..<$0.count, in: $0, where: \.isShownDecoded).bytes }
    return (String(decoding: decoded, as: UTF8.self), offset < value.upperBound)
  }
}
