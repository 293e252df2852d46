package import Foundation
internal import Glibc
internal import Interchange

/// A file whose rows provide variables for the iterations of a run.
///
/// Rows of CSV and JSON Lines are read one by one; for a large file, from a copy mapped into memory. JSON and YAML are
/// read as a whole.
package struct DataFile: Sendable {
  /// The format of the rows.
  package enum Format: String, CaseIterable, Sendable {
    case csv
    /// An array of objects.
    case json
    /// One object per line.
    case jsonLines = "jsonl"
    /// A sequence of mappings, or one mapping per document.
    case yaml
  }

  /// The name typed by the user, for messages.
  package let name: String
  package let format: Format
  /// The number of rows.
  package let count: Int
  /// The rows in order, from the first.
  package let rows: DataRows

  /// Reads a file. Detects UTF-8 and UTF-16, with and without a byte order mark. The file extension chooses the format; if it
  /// is unknown, the first character does.
  package init(name: String, bytes: Data) throws(DataFileError) {
    let bytes = Self.withoutMark(TextDecoding.utf8(bytes))
    self.name = name
    format = Self.format(ofName: name) ?? Self.format(of: bytes)
    switch format {
    case .csv:
      let reader = try CSVReader(name, bytes, isTabbed: name.lowercased().hasSuffix(".tsv"))
      (rows, count) = (DataRows(reader), try reader.count())
    case .jsonLines:
      let reader = JSONLinesReader(name, bytes)
      (rows, count) = (DataRows(reader), reader.count)
    case .json, .yaml:
      let objects = try format == .json ? Self.json(name, bytes) : Self.yaml(name, bytes)
      (rows, count) = (DataRows(objects), objects.count)
    }
    if count == 0 { throw DataFileError(name, nil, "it has no rows: add one, or leave the file out") }
  }

  /// Reads a file, or a pipe until its end.
  package static func bytes(of path: String) throws -> Data {
    let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
    var facts = stat()
    let isFile = fstat(file.fileDescriptor, &facts) == 0 && facts.st_mode & S_IFMT == S_IFREG
    guard isFile, facts.st_size > largestRead, let copy = AnonymousFile() else { return try file.readToEnd() ?? Data() }
    // If another program truncated a mapped file, reading it would crash the program. So map an anonymous copy.
    while let bytes = try file.read(upToCount: 1 << 20), !bytes.isEmpty {
      guard bytes.withUnsafeBytes({ copy.append($0) }) else {
        try file.seek(toOffset: 0)
        return try file.readToEnd() ?? Data()
      }
    }
    return copy.contents ?? Data()
  }

  /// The largest file to read into memory, in bytes.
  private static let largestRead = 16 << 20

  /// An error message if the path is a folder; `nil` otherwise.
  package static func refusal(ofFolder path: String, named name: String) -> String? {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue else { return nil }
    return "\(name) is a folder — choose a CSV, JSON, JSON Lines or YAML file"
  }

  // MARK: Formats

  private static func format(ofName name: String) -> Format? {
    switch name.lowercased().split(separator: ".").last {
    case "csv", "tsv": .csv
    case "json": .json
    case "jsonl", "ndjson": .jsonLines
    case "yaml", "yml": .yaml
    default: nil
    }
  }

  private static func format(of bytes: Data) -> Format {
    let text = bytes.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }.prefix(3)
    return switch text.first {
    case UInt8(ascii: "["): .json
    case UInt8(ascii: "{"): .jsonLines
    // An item of a list, or the beginning of a document.
    case UInt8(ascii: "-") where text.elementsEqual("---".utf8) || [0x20, 0x0A, 0x0D].contains(text.dropFirst().first):
      .yaml
    default: .csv
    }
  }

  private static func withoutMark(_ bytes: Data) -> Data {
    bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes
  }

  private static func json(_ name: String, _ bytes: Data) throws(DataFileError) -> [JSONObject] {
    let text: JSONText
    do throws(JSONSyntaxError) {
      text = try JSONText(Array(bytes))
    } catch {
      throw DataFileError(name, error.position, "\(error.problem)")
    }
    guard case .array(let elements) = text.value else {
      throw DataFileError(
        name, text.position(of: JSONLocation()),
        "\(text.value.kindName), not an array of objects, one for each iteration")
    }
    return try objects(elements) { (index, kind) throws(DataFileError) in
      throw DataFileError(
        name, text.position(of: JSONLocation().appending(index)), "row \(index + 1) is \(kind), not an object")
    }
  }

  private static func yaml(_ name: String, _ bytes: Data) throws(DataFileError) -> [JSONObject] {
    let documents: [JSONValue]
    do throws(SourceError) {
      documents = try YAMLReader.documents(bytes)
    } catch {
      throw DataFileError(name, error.position, error.problem)
    }
    // A single document is the list of rows; if there are several, each is a row.
    let elements = documents.count == 1 && documents[0].object == nil ? documents[0].array : documents
    guard let elements else {
      throw DataFileError(name, nil, "\(documents[0].kindName), not a list of mappings, one for each iteration")
    }
    return try objects(elements) { (index, kind) throws(DataFileError) in
      throw DataFileError(name, nil, "row \(index + 1) is \(kind), not a mapping")
    }
  }

  private static func objects(
    _ elements: [JSONValue], otherwise fail: (Int, String) throws(DataFileError) -> Void
  ) throws(DataFileError) -> [JSONObject] {
    var rows: [JSONObject] = []
    for (index, element) in elements.enumerated() {
      if let object = element.object { rows.append(object) } else { try fail(index, element.kindName) }
    }
    return rows
  }
}
