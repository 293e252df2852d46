internal import RequestModel

/// The URL of a Postman request: a string, or an object whose parts count more than its `raw`.
struct PostmanURL {
  private(set) var text = ""
  private(set) var path = JSONObject()
  private(set) var query: [JSONValue] = []

  init(_ value: JSONValue?) {
    guard let url = value?.object else {
      let (address, rows) = Self.split(value?.string ?? "")
      text = address
      query = rows
      return
    }
    let raw = url.text("raw") ?? ""
    let (rawAddress, rawRows) = Self.split(raw)
    let parts = Self.address(of: url)
    text = parts.isEmpty ? rawAddress : parts
    if let hash = url.text("hash"), !hash.isEmpty { text += "#" + hash }
    query = url["query"]?.array.map { $0.compactMap(Self.parameter) } ?? (parts.isEmpty ? rawRows : [])
    for variable in (url["variable"]?.array ?? []).compactMap(\.object) {
      guard let name = variable.text("key") ?? variable.text("id"), !name.isEmpty else { continue }
      path[name] = .string(variable.text("value") ?? "")
    }
  }

  /// The address of the parts, without the query.
  private static func address(of url: JSONObject) -> String {
    let host = url["host"]?.array?.compactMap(\.scalarText).joined(separator: ".") ?? url.text("host") ?? ""
    let segments = url["path"]?.array?.map { $0.scalarText ?? $0.object?.text("value") ?? "" }.joined(separator: "/")
    var path = segments ?? url.text("path") ?? ""
    guard !host.isEmpty || !path.isEmpty else { return "" }
    if !host.isEmpty, !path.isEmpty || segments != nil, !path.hasPrefix("/"), url["path"] != nil { path = "/" + path }
    var text = url.text("protocol").flatMap { $0.isEmpty ? nil : $0 + "://" } ?? ""
    text += host
    if let port = url.text("port"), !port.isEmpty { text += ":" + port }
    return text + path
  }

  /// Splits the query off a URL, as Postman does: at the first question mark outside of a variable.
  private static func split(_ raw: String) -> (address: String, rows: [JSONValue]) {
    var depth = 0
    var mark: String.Index?
    for index in raw.indices {
      if raw[index...].hasPrefix("{{") { depth += 1 }
      if raw[index...].hasPrefix("}}") { depth = max(0, depth - 1) }
      if raw[index] == "#", depth == 0 { break }
      if raw[index] == "?", depth == 0 {
        mark = index
        break
      }
    }
    guard let mark else { return (raw, []) }
    let rest = raw[raw.index(after: mark)...]
    let end = rest.firstIndex(of: "#") ?? rest.endIndex
    let rows = rest[..<end].split(separator: "&").map { pair -> JSONValue in
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      var row: JSONObject = ["name": .string(parts[0])]
      if parts.count > 1 { row["value"] = .string(parts[1]) }
      return .object(row)
    }
    return (String(raw[..<mark]) + rest[end...], rows)
  }

  private static func parameter(_ value: JSONValue) -> JSONValue? {
    guard let row = value.object else {
      return value.scalarText.map { text in
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        return .object(["name": .string(parts[0]), "value": .string(parts.count > 1 ? parts[1] : "")])
      }
    }
    return .object(PostmanRows.row(row, keepsMissingValue: true))
  }

  /// A name for an item without one.
  static func fallbackName(_ item: JSONObject, _ number: Int) -> String {
    guard item["item"] == nil else { return "Folder \(number)" }
    let request = item["request"]?.object ?? ["url": item["request"] ?? .null]
    let url = PostmanURL(request["url"]).text
    return url.isEmpty ? "Request \(number)" : url
  }
}
