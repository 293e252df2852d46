/// The result of an import: the base with which a later import of the same source is compared.
///
/// A hidden file of the collection, so that everybody who shares it can import again. Variables replace the secrets
/// that the import found.
package struct ImportRecord: Equatable, Sendable {
  package static let fileName = ".import.json"
  /// A record of more bytes is not kept.
  static let limit = 64 << 20

  package struct Item: Equatable, Sendable {
    /// The source's identifier.
    package var id: String
    /// The path in the collection.
    package var path: String
    package var document: JSONObject
  }

  package var format: String
  /// The source, by its id, path or URL, if any.
  package var origin: String?
  /// The collection's name in the source.
  package var title: String?
  package var items: [Item]
  /// The source's document, where its own changes are worth a report.
  package var source: JSONValue?

  package init(
    format: String, origin: String? = nil, title: String? = nil, items: [Item], source: JSONValue? = nil
  ) {
    (self.format, self.origin, self.title) = (format, origin, title)
    (self.items, self.source) = (items, source)
  }

  /// The origin of an imported collection, which the first lines of its record name. A record may be large.
  static func origin(of collection: String) -> String? {
    let path = collection + "/" + fileName
    guard Disk.kind(path) == .file, let start = Disk.start(of: path) else { return nil }
    let name = "\"origin\":"
    let lines = String(decoding: start, as: UTF8.self).split(whereSeparator: \.isNewline).lazy.map { line in
      line.drop { $0 == " " || $0 == "\t" }
    }
    guard let line = lines.first(where: { $0.hasPrefix(name) }) else { return nil }
    let value = line.dropFirst(name.count)
    guard let end = value.lastIndex(of: "\"") else { return nil }
    return (try? JSONText(Array("[\(value[...end])]".utf8)))?.value.array?.first?.string
  }

  /// - Returns: `nil` for a collection without a record.
  /// - Throws: `StoreError.notUnderstood` for an invalid file.
  package init?(of collection: String) throws(StoreError) {
    let path = collection + "/" + Self.fileName
    guard Disk.kind(path) == .file else { return nil }
    let document = try JSONText.object(try Disk.read(path, limit: Self.limit), path).value.object ?? JSONObject()
    guard let format = document["format"]?.string else {
      throw .notUnderstood(
        path: path, TextPosition(line: 1, column: 1),
        problem: "it has no \"format\": delete it, and import with --on-conflict replace or both")
    }
    let items = (document["items"]?.array ?? []).compactMap(\.object).compactMap { item -> Item? in
      guard let id = item["id"]?.string, let path = item["path"]?.string, Self.isInside(path) else { return nil }
      return Item(id: id, path: path, document: item["document"]?.object ?? JSONObject())
    }
    self.init(
      format: format, origin: document["origin"]?.string, title: document["title"]?.string, items: items,
      source: document["source"] ?? KeptDocument.joined(items.lazy.map(\.document)))
  }

  /// Whether it is a record of the source with this origin. Text without an id has no origin, and never matches.
  func isOf(_ origin: String?) -> Bool { origin != nil && self.origin == origin }

  /// Whether a path stays in the collection, and is not hidden. Records may come from other people.
  private static func isInside(_ path: String) -> Bool {
    path.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { part in
      !part.isEmpty && part.first != "."
    }
  }

  /// An item has one line, so that Git merges items: the record is as large as the collection.
  var bytes: [UInt8] {
    var bytes = Array("{\n  \"about\": ".utf8)
    JSONValue.string(Self.about).writeCompact(to: &bytes)
    bytes += ",\n  \"format\": ".utf8
    JSONValue.string(format).writeCompact(to: &bytes)
    for (name, value) in [("origin", origin), ("title", title)] {
      guard let value else { continue }
      bytes += ",\n  \"\(name)\": ".utf8
      JSONValue.string(value).writeCompact(to: &bytes)
    }
    bytes += ",\n  \"items\": [".utf8
    for (index, item) in items.enumerated() {
      bytes += (index == 0 ? "\n    " : ",\n    ").utf8
      let row: JSONValue = ["id": .string(item.id), "path": .string(item.path), "document": .object(item.document)]
      row.writeCompact(to: &bytes)
    }
    bytes += (items.isEmpty ? "]" : "\n  ]").utf8
    // Items may have all of it.
    if let source, source != KeptDocument.joined(items.lazy.map(\.document)) {
      bytes += ",\n  \"source\": ".utf8
      source.writeCompact(to: &bytes)
    }
    return bytes + "\n}\n".utf8
  }

  private static let about = "What was imported, for the next import of the same source. Keep it with the collection."
}
