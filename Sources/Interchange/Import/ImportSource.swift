package import Foundation

/// The source of an import: the bytes of a file, or a folder or an archive of files.
package struct ImportSource: Sendable {
  /// Empty for a folder.
  package let data: Data
  package let fileName: String?
  /// Files that references may read: those of a folder or an archive, or if allowed, those beside a single file.
  package var files: SourceFiles?
  /// Its absolute path or its URL; `nil` for text.
  package var place: String?
  /// The files beside a single file, which requests may send.
  package var sentFiles: SentFiles?
  /// The files whose text may become part of the requests of a single file, such as scripts; `nil` if it may not read any.
  package var joinedFiles: SentFiles?
  /// Which entries of an HTTP Archive to import.
  package var filter = HARFilter.standard
  /// Where the source was fetched from: URLs in it may be relative to that.
  package var url: String?
  /// Whether the requests are sent directly and not kept. They are not normalized then.
  package var isSentAsIs = false
  /// Whether it is a folder or an archive and not one file of it.
  package let isFolder: Bool
  /// The source as JSON, or YAML read as JSON; `nil` if it is neither.
  package let json: JSONValue?
  /// Why it is neither, with the position.
  package let jsonProblem: String?

  package init(_ data: Data, fileName: String? = nil, files: SourceFiles? = nil) {
    let data = TextDecoding.utf8(data)
    self.data = data
    self.fileName = fileName
    self.files = files
    isFolder = false
    (json, jsonProblem) = StructuredText.read(data, fileName: fileName)
  }

  package init(folder: SourceFiles, name: String) {
    data = Data()
    fileName = name
    files = folder
    isFolder = true
    (json, jsonProblem) = (nil, nil)
  }

  /// The source as a JSON object, or an error that begins with `failure`.
  func object(or failure: String, _ problem: String = "its JSON is not an object") throws(ImportError) -> JSONObject {
    if let object = json?.object { return object }
    throw ImportError("\(failure): \(jsonProblem ?? problem)")
  }

  /// The text, without a byte order mark.
  package var text: String { TextDecoding.text(data) }

  /// The file name without its extensions, as the name of unnamed items.
  package var stem: String? {
    fileName.map { name in isFolder ? name : String(name.prefix { $0 != "." }) }.flatMap { $0.isEmpty ? nil : $0 }
  }
}

/// JSON and YAML, told apart by the first character and the file's name.
enum StructuredText {
  static func read(_ data: Data, fileName: String?) -> (JSONValue?, problem: String?) {
    let start = data.prefix(1000).drop { $0 <= 0x20 || [0xEF, 0xBB, 0xBF].contains($0) }.first
    let isJSON = start == UInt8(ascii: "{") || start == UInt8(ascii: "[") || start == nil
    if isJSON {
      do { return (try JSONText(Array(data)).value, nil) } catch {
        // YAML in flow style begins like JSON.
        if let value = yaml(data).value { return (value, nil) }
        return (nil, "\(error)")
      }
    }
    let name = fileName?.lowercased() ?? ""
    guard name.hasSuffix(".yaml") || name.hasSuffix(".yml") || looksLikeYAML(data) else { return (nil, nil) }
    return yaml(data)
  }

  /// Text inside of another document as JSON, or YAML read as JSON.
  static func value(_ text: String) -> JSONValue? { read(Data(text.utf8), fileName: "x.yaml").0 }

  private static func yaml(_ data: Data) -> (value: JSONValue?, problem: String?) {
    do {
      let documents = try YAMLReader.documents(data)
      return (documents.first { $0.object != nil } ?? documents.first { $0.array != nil }, nil)
    } catch {
      return (nil, "\(error)")
    }
  }

  /// Whether the first line other than comments is `---`, `%YAML` or a key with a colon.
  private static func looksLikeYAML(_ data: Data) -> Bool {
    let lines = String(decoding: data.prefix(4000), as: UTF8.self).split(whereSeparator: \.isNewline)
    guard let line = lines.first(where: { !$0.hasPrefix("#") && !$0.allSatisfy(\.isWhitespace) }) else { return false }
    if line.hasPrefix("---") || line.hasPrefix("%YAML") { return true }
    let key = line.prefix { $0 != ":" }
    guard key.endIndex < line.endIndex, !key.isEmpty, line.first != " " else { return false }
    let after = line[line.index(after: key.endIndex)...]
    return key.allSatisfy { $0.isLetter || $0.isNumber || "_-$.\"'".contains($0) }
      && (after.isEmpty || after.first == " ")
  }
}
