/// The rows of a data file, read on demand.
package struct DataRows: Sendable {
  private enum Source: Sendable {
    case read(ArraySlice<JSONObject>)
    case csv(CSVReader)
    case lines(JSONLinesReader)
  }

  private var source: Source

  init(_ rows: [JSONObject]) { source = .read(rows[...]) }
  init(_ reader: CSVReader) { source = .csv(reader) }
  init(_ reader: JSONLinesReader) { source = .lines(reader) }

  /// The next row; `nil` after the last.
  package mutating func next() throws(DataFileError) -> JSONObject? {
    switch source {
    case .read(var rows):
      defer { source = .read(rows) }
      return rows.popFirst()
    case .csv(var reader):
      defer { source = .csv(reader) }
      return try reader.next()
    case .lines(var reader):
      defer { source = .lines(reader) }
      return try reader.next()
    }
  }
}

extension JSONObject {
  /// The values of a row as variables. Values other than strings keep their types.
  package var rowVariables: [Variable] { members.map { Variable($0.key.value, .literal($0.value)) } }
}
