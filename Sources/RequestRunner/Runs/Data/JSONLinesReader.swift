internal import Foundation

/// Reads one object per line. Empty lines are skipped.
struct JSONLinesReader: Sendable {
  private let name: String
  private let bytes: Data
  private var offset: Int
  private var line = 0

  init(_ name: String, _ bytes: Data) {
    (self.name, self.bytes) = (name, bytes)
    offset = bytes.startIndex
  }

  /// The number of lines, except for empty ones.
  var count: Int {
    var (reader, count) = (self, 0)
    while reader.nextLine() != nil { count += 1 }
    return count
  }

  mutating func next() throws(DataFileError) -> JSONObject? {
    guard let bytes = nextLine() else { return nil }
    let value: JSONValue
    do throws(JSONSyntaxError) {
      value = try JSONText(Array(bytes)).value
    } catch {
      throw DataFileError(name, TextPosition(line: line, column: error.position.column), "\(error.problem)")
    }
    guard let object = value.object else {
      throw DataFileError(name, TextPosition(line: line, column: 1), "\(value.kindName), not an object")
    }
    return object
  }

  private mutating func nextLine() -> Data? {
    while offset < bytes.endIndex {
      let rest = bytes[offset...]
      let end = rest.firstIndex(of: 0x0A) ?? bytes.endIndex
      line += 1
      offset = min(end + 1, bytes.endIndex)
      let content = rest[..<end]
      if content.contains(where: { ![0x20, 0x09, 0x0D].contains($0) }) { return content }
    }
    return nil
  }
}
