/// The URL of a Postman request: a string, or an object whose parts count more than its `raw`.
struct PostmanURL {
  private(set) var text = ""
  private(set) var path = JSONObject()
  private(set) var query: [JSONValue] = []
  /// Whether only the option `urlAsIs` sends the same bytes as Postman.
  private(set) var needsAsIs = false
  /// Whether characters are escaped that Postman does not escape.
  private(set) var isEscapedMore = false
  /// Descriptions of path variables by their names.
  private(set) var pathDescriptions = JSONObject()

  /// - Parameters:
  ///   - isAsIs: Whether Postman's URL encoding is disabled.
  ///   - keepsText: Whether nothing is brought into another form, not even a URL that is a text.
  init(_ value: JSONValue?, isAsIs: Bool = false, keepsText: Bool = false) {
    var rows: [JSONObject] = []
    if let url = value?.object {
      rows = readParts(of: url, keepsText: keepsText)
    } else if keepsText {
      text = value?.string ?? ""
    } else {
      (text, rows) = Self.split(value?.string ?? "")
    }
    if !keepsText {
      if !isAsIs { text = Self.escapedPath(text) }
      // Rows cannot represent an empty parameter between two separators.
      if rows.contains(where: Self.isEmptyPair) {
        moveIntoText(&rows, at: Self.fragmentStart(text)) { isAsIs ? $0 : PostmanEncoding.escaped($0, $1) }
      }
      if !isAsIs { escape(&rows) }
    }
    query = rows.map(JSONValue.object)
  }

  private mutating func readParts(of url: JSONObject, keepsText: Bool) -> [JSONObject] {
    let (rawAddress, rawRows) = Self.split(url.text("raw") ?? "")
    let parts = Self.address(of: url)
    text = parts.isEmpty ? rawAddress : parts
    var rows = Self.rows(of: url) ?? (parts.isEmpty ? rawRows : [])
    if keepsText {
      moveIntoText(
        &rows, at: parts.isEmpty ? Self.fragmentStart(text) : text.endIndex, written: PostmanEncoding.separated)
    }
    if let hash = url.filledText("hash"), !text.contains("#") { text += "#" + hash }
    readVariables(of: url)
    return rows
  }

  private mutating func readVariables(of url: JSONObject) {
    var values: [(key: String, value: JSONValue?)] = []
    var descriptions: [(key: String, value: JSONValue?)] = []
    for variable in url["variable"].objects {
      guard let name = variable.text("key") ?? variable.text("id"), !name.isEmpty else { continue }
      values.append((name, .string(variable.text("value") ?? "")))
      if let text = PostmanText.description(variable["description"]) { descriptions.append((name, .string(text))) }
    }
    path.set(values)
    pathDescriptions.set(descriptions)
  }

  /// The query parameters; `nil` without a query.
  private static func rows(of url: JSONObject) -> [JSONObject]? {
    if let list = url["query"]?.array { return list.compactMap(parameter) }
    return url.filledText("query").map { rows($0[...]) }
  }

  private static func fragmentStart(_ text: String) -> String.Index {
    text.unicodeScalars.firstIndex(of: "#") ?? text.endIndex
  }

  /// Whether a parameter has neither name nor value, as between the two separators of `a&&b`.
  private static func isEmptyPair(_ row: JSONObject) -> Bool {
    row["off"] == nil && row["value"] == nil && row.text("name")?.isEmpty != false
  }

  /// Appends the parameters to the URL as Postman does before it replaces variables. Those that are off stay rows.
  private mutating func moveIntoText(
    _ rows: inout [JSONObject], at end: String.Index, written: (String, PostmanEncoding.Part) -> String
  ) {
    let sent = rows.filter { $0["off"] == nil }
    rows.removeAll { $0["off"] == nil }
    guard !sent.isEmpty else { return }
    let pairs = sent.map { row in
      written(row.text("name") ?? "", .name) + (row["value"]?.string.map { "=" + written($0, .value) } ?? "")
    }
    text = text[..<end] + "?" + pairs.joined(separator: "&") + text[end...]
  }

  /// Chooses the form of parameters that sends the bytes that Postman sends.
  private mutating func escape(_ rows: inout [JSONObject]) {
    // Postman does not escape it.
    var isExact = !text.containsExactly("^")
    var hasTemplate = false
    for row in rows where row["off"] == nil {
      for (member, part) in Self.parts {
        guard let text = row[member]?.string else { continue }
        isExact = isExact && PostmanEncoding.read(text, part).isExact
        hasTemplate = hasTemplate || PostmanEncoding.hasTemplate(text)
      }
    }
    for member in path.members {
      let text = member.value.string ?? ""
      isExact = isExact && PostmanEncoding.read(text, .path).isExact
      hasTemplate = hasTemplate || PostmanEncoding.hasTemplate(text)
    }
    // A variable's value may have to be escaped.
    needsAsIs = !isExact && !hasTemplate
    isEscapedMore = !isExact && hasTemplate
    if needsAsIs { text = Self.escapedPath(text, keepsBraces: false) }
    for index in rows.indices {
      for (member, part) in Self.parts {
        if let text = rows[index][member]?.string { rows[index][member] = .string(converted(text, part)) }
      }
    }
    for index in path.members.indices {
      path.members[index].value = .string(converted(path.members[index].value.string ?? "", .path))
    }
  }

  private static let parts: [(member: String, part: PostmanEncoding.Part)] = [("name", .name), ("value", .value)]

  private func converted(_ text: String, _ part: PostmanEncoding.Part) -> String {
    needsAsIs ? PostmanEncoding.escaped(text, part) : PostmanEncoding.read(text, part).text
  }

  /// Percent-encodes characters after the host that cannot be sent literally, such as spaces.
  ///
  /// - Parameter keepsBraces: Whether the sender escapes braces outside of variables, as it does without `urlAsIs`.
  private static func escapedPath(_ url: String, keepsBraces: Bool = true) -> String {
    let scalars = url.unicodeScalars
    let start = url.endOfScheme ?? scalars.startIndex
    guard let slash = scalars[start...].firstIndex(of: "/") else { return url }
    let end = scalars[slash...].firstIndex(of: "#") ?? scalars.endIndex
    return url[..<slash] + PostmanEncoding.escaped(String(url[slash..<end]), .path, keepsBraces: keepsBraces)
      + url[end...]
  }

  /// The address of the parts, without the query.
  private static func address(of url: JSONObject) -> String {
    let host = url["host"]?.array?.compactMap(\.scalarText).joined(separator: ".") ?? url.text("host") ?? ""
    let list = url["path"]?.array?.map { $0.scalarText ?? $0.object?.text("value") ?? "" }
    var path = list?.joined(separator: "/") ?? url.text("path") ?? ""
    guard !host.isEmpty || !path.isEmpty else { return "" }
    let beginsWithSlash = (list?.first ?? path).hasPrefix("/")
    if !host.isEmpty, !beginsWithSlash, list != nil || !path.isEmpty { path = "/" + path }
    var text = url.filledText("protocol").map { withoutSlashes($0) + "://" } ?? ""
    if let auth = url["auth"]?.object, let user = auth.text("user") {
      text += user + (auth.text("password").map { ":" + $0 } ?? "") + "@"
    }
    text += host
    if let port = url.filledText("port") { text += ":" + port }
    return text + path
  }

  private static func withoutSlashes(_ scheme: String) -> String {
    scheme.hasSuffix("://") ? String(scheme.dropLast(3)) : scheme.hasSuffix(":") ? String(scheme.dropLast()) : scheme
  }

  /// Splits the query off a URL, as Postman does: at the first question mark outside of a variable.
  private static func split(_ raw: String) -> (address: String, rows: [JSONObject]) {
    let scalars = raw.unicodeScalars
    guard scalars.contains("?"), let mark = raw[...].firstIndex(ofAny: "?#"), scalars[mark] == "?" else {
      return (raw, [])
    }
    let rest = raw[scalars.index(after: mark)...]
    let end = rest.unicodeScalars.firstIndex(of: "#") ?? rest.endIndex
    return (String(raw[..<mark]) + rest[end...], rows(rest[..<end]))
  }

  private static func rows(_ query: Substring) -> [JSONObject] {
    query.unicodeScalars.split(separator: "&", omittingEmptySubsequences: false).map { pair in
      let mark = pair.firstIndex(of: "=")
      var row: JSONObject = ["name": .string(String(pair[..<(mark ?? pair.endIndex)]))]
      if let mark { row["value"] = .string(String(pair[pair.index(after: mark)...])) }
      return row
    }
  }

  private static func parameter(_ value: JSONValue) -> JSONObject? {
    guard let row = value.object else {
      return value.scalarText.map { text in
        var row = rows(text[...]).first ?? ["name": ""]
        if row["value"] == nil { row["value"] = "" }
        return row
      }
    }
    return PostmanRows.row(row, keepsMissingValue: true)
  }

  /// A name for an item without one.
  static func fallbackName(_ item: JSONObject, _ number: Int) -> String {
    guard item["item"] == nil else { return "Folder \(number)" }
    let request = item["request"]?.object ?? ["url": item["request"] ?? .null]
    let url = PostmanURL(request["url"]).text
    return url.isEmpty ? "Request \(number)" : url
  }
}

extension Substring {
  /// The first occurrence of one of these characters outside of variables.
  func firstIndex(ofAny wanted: String) -> String.Index? {
    var depth = 0
    var previous: Unicode.Scalar?
    for index in unicodeScalars.indices {
      let scalar = unicodeScalars[index]
      if scalar == "{", previous == "{" { depth += 1 }
      if scalar == "}", previous == "}", depth > 0 { depth -= 1 }
      if depth == 0, wanted.unicodeScalars.contains(scalar) { return index }
      previous = scalar
    }
    return nil
  }
}
