/// Writes the URL of a request with its parameters as an object with parts.
struct PostmanURLWriter {
  private let address: String
  private let query: [JSONObject]
  private let path: [JSONMember]
  private let isAsIs: Bool
  /// Descriptions of path variables by their names.
  var descriptions = JSONObject()

  init(_ document: JSONObject, isAsIs: Bool) {
    address = document.text("url") ?? ""
    query = document["query"].objects
    path = document["path"]?.object?.members ?? []
    self.isAsIs = isAsIs
  }

  /// Whether an import recognizes without `urlAsIs` that the URL must not be encoded.
  var isInferred: Bool {
    let url = PostmanURL(url)
    return url.needsAsIs && url.text.isExactly(address) && url.path.members == path
      && url.query == query.map(JSONValue.object)
  }

  var url: JSONValue {
    let (rows, parts) = (query.map(row), parts)
    // A URL that cannot be taken apart stays a string.
    if parts == nil, path.isEmpty, !rows.contains(where: { $0["disabled"] == true }) { return .string(raw(rows)) }
    var url = parts ?? ["raw": .string(raw(rows)), "host": .array([.string(address)])]
    if !rows.isEmpty { url["query"] = .array(rows.map(JSONValue.object)) }
    if !path.isEmpty { url["variable"] = .array(path.map(variable)) }
    return .object(url)
  }

  private func row(_ source: JSONObject) -> JSONObject {
    var source = source
    // A bare name has no value.
    if source["value"] == nil { source.members.insert(JSONMember(key: JSONString("value"), value: .null), at: 1) }
    var row = PostmanWriter.row(source)
    guard !source.flag("asIs") else { return row }
    row["key"] = .string(written(row.text("key") ?? "", .name))
    if let value = row["value"]?.string { row["value"] = .string(written(value, .value)) }
    return row
  }

  private func variable(_ member: JSONMember) -> JSONValue {
    let name = member.key.value
    var variable: JSONObject = ["key": .string(name), "value": .string(written(member.value.string ?? "", .path))]
    if let description = descriptions[name] { variable["description"] = description }
    return .object(variable)
  }

  private func written(_ text: String, _ part: PostmanEncoding.Part) -> String {
    isAsIs ? text : PostmanEncoding.written(text, part)
  }

  private func raw(_ rows: [JSONObject]) -> String {
    let pairs = rows.filter { $0["disabled"] != true }.map { row in
      (row.text("key") ?? "") + (row["value"]?.string.map { "=" + $0 } ?? "")
    }
    guard !pairs.isEmpty else { return address }
    let hash = address.unicodeScalars.firstIndex(of: "#") ?? address.endIndex
    let joint = address[..<hash].contains("?") ? "&" : "?"
    return address[..<hash] + joint + pairs.joined(separator: "&") + address[hash...]
  }

  /// The parts of the address; `nil` if a reader would not make the same address of them.
  private var parts: JSONObject? {
    guard !address.isEmpty, !address.contains("?") else { return nil }
    var url: JSONObject = ["raw": .string(raw(query.map(row)))]
    var rest = address[...]
    if let hash = rest.unicodeScalars.firstIndex(of: "#") {
      rest = rest[..<hash]
    }
    if let end = rest.endOfScheme {
      url["protocol"] = .string(String(rest[..<end].dropLast(3)))
      rest = rest[end...]
    }
    let slash = rest.firstIndex(ofAny: "/") ?? rest.endIndex
    var host = rest[..<slash]
    if let colon = host.unicodeScalars.lastIndex(of: ":"), !host[colon...].dropFirst().isEmpty,
      host[colon...].dropFirst().utf8.allSatisfy({ 0x30...0x39 ~= $0 }),
      !host.hasPrefix("[") || host[..<colon].hasSuffix("]")
    {
      url["host"] = .array(Self.labels(host[..<colon]))
      url["port"] = .string(String(host[colon...].dropFirst()))
      host = host[..<colon]
    } else {
      url["host"] = .array(Self.labels(host))
    }
    if slash < rest.endIndex {
      let segments = rest[rest.unicodeScalars.index(after: slash)...].unicodeScalars
        .split(separator: "/", omittingEmptySubsequences: false).map { JSONValue.string(String($0)) }
      url["path"] = .array(segments)
    }
    if let hash = address.unicodeScalars.firstIndex(of: "#") {
      url["hash"] = .string(String(address[address.unicodeScalars.index(after: hash)...]))
    }
    return PostmanURL(.object(url), isAsIs: true).text.isExactly(address) ? url : nil
  }

  /// The labels of a host; dots in variables separate nothing.
  private static func labels(_ host: Substring) -> [JSONValue] {
    var labels: [String] = []
    var rest = host
    while let dot = rest.firstIndex(ofAny: ".") {
      labels.append(String(rest[..<dot]))
      rest = rest[rest.unicodeScalars.index(after: dot)...]
    }
    labels.append(String(rest))
    return labels.map(JSONValue.string)
  }
}
