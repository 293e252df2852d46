import Foundation

/// Makes a request of an entry.
struct HurlRequest {
  let entry: HurlEntry
  private(set) var variables: [JSONValue] = []
  /// Notes about functions that lost their arguments.
  private var changed: [String] = []
  /// The reason why the request cannot be sent as written.
  private(set) var problem: String?
  /// Whether it is sent and not kept.
  private var isSentAsIs = false

  init(_ entry: HurlEntry) { self.entry = entry }

  /// The method and the path.
  static func name(_ entry: HurlEntry) -> String {
    let address = String(entry.url.prefix { $0 != "?" })
    let start = address.schemeMark?.upperBound ?? address.startIndex
    let path = address[start...].split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    let text = path.joined(separator: "/")
    return entry.method + " " + (path.isEmpty ? String(address[start...]) : "/" + text)
  }

  mutating func document(_ context: inout InterchangeContext) -> JSONObject {
    isSentAsIs = context.isSentAsIs
    let options = HurlOptions(entry, &context)
    variables = options.variables
    var document: JSONObject = ["method": .string(entry.method), "url": .string(translate(address))]
    var headers = entry.headers + options.headers
    if !entry.cookies.isEmpty {
      let text = entry.cookies.map { $0.name + "=" + $0.value }.joined(separator: "; ")
      headers.append(["name": "Cookie", "value": .string(text)])
    }
    var transport = options.options
    let body = body(&headers, &transport)
    if isSentAsIs { useDefaults(&headers, &transport) }
    if !entry.query.isEmpty { document["query"] = translate(.array(entry.query)) }
    if !headers.isEmpty { document["headers"] = translate(.array(headers)) }
    if let body { document["body"] = body }
    if let auth = options.auth { document["auth"] = translate(auth) }
    if !transport.members.isEmpty { document["options"] = translate(.object(transport)) }
    if !entry.checks.isEmpty { document["checks"] = translate(.array(marked(entry.checks))) }
    if !entry.captures.isEmpty { document["captures"] = translate(.array(marked(entry.captures))) }
    document[SavedRequest.delayMark] = options.delay
    if removesDotsLater { document[SavedRequest.dotsMark] = true }
    var extras = JSONObject()
    if !options.kept.isEmpty { extras["options"] = .array(options.kept) }
    if !extras.members.isEmpty { document["x-hurl"] = .object(extras) }
    for text in changed { context.note(.changed, text) }
    noteCapturesOfBytes(&context)
    return document
  }

  /// Names the captures whose variable is bytes in Hurl. Variables are text here, which filters of bytes refuse.
  private func noteCapturesOfBytes(_ context: inout InterchangeContext) {
    for capture in entry.captures.compactMap(\.object) {
      let subject = CheckSubject(row: capture)
      let isOfBytes =
        subject.filters.last.map { ["base64Decode", "base64UrlSafeDecode", "utf8Encode"].contains($0) }
        ?? ["bytes", "rawbytes", "md5", "sha256"].contains(subject.query)
      if isOfBytes { context.note(.changed, "Capture \"\(capture.text("name") ?? "")\": its bytes are kept as text") }
    }
  }

  private var keepsDots: Bool { entry.option("path-as-is") == "true" }

  /// Whether dot segments are removed once the variables before them have values.
  private var removesDotsLater: Bool { !keepsDots && URLDots.followVariable(in: entry.url) }

  /// The URL as curl sends it, without its dot segments.
  private var address: String { keepsDots || removesDotsLater ? entry.url : URLDots.removed(from: entry.url) }

  /// The headers that libcurl sends by default: Hurl asks for a compressed body only if an option says so.
  private func useDefaults(_ headers: inout [JSONValue], _ options: inout JSONObject) {
    let names = ["Accept-Language"] + (entry.option("compressed") == "true" ? [] : ["Accept-Encoding"])
    let own = Set(headers.compactMap { $0.object?.text("name")?.lowercased() })
    for name in names where !own.contains(name.lowercased()) { Self.omit(name, &options) }
    let isOmitted = options.text("omitHeaders")?.lowercased().split(separator: ", ").contains("accept") ?? false
    if !own.contains("accept"), !isOmitted { headers.append(["name": "Accept", "value": "*/*"]) }
  }

  private static func omit(_ header: String, _ options: inout JSONObject) {
    options["omitHeaders"] = .string((options.text("omitHeaders").map { $0 + ", " } ?? "") + header)
  }

  /// The checks or captures. Those of a JSONPath select lists if an option says so.
  private func marked(_ rows: [JSONValue]) -> [JSONValue] {
    guard entry.option("no-jsonpath-coercion").map(entry.withOwnValues) == "true" else { return rows }
    return rows.map { row in
      guard var object = row.object, object["x-hurl"]?.object?.flag("body") != true else { return row }
      let subject = CheckSubject(row: object)
      guard subject.query == "jsonpath" || subject.filters.contains(where: { $0.hasPrefix("jsonpath") }) else {
        return row
      }
      object[CheckSubject.listsMark] = true
      return .object(object)
    }
  }

  // MARK: Body

  private mutating func body(_ headers: inout [JSONValue], _ options: inout JSONObject) -> JSONValue? {
    if let rows = entry.form {
      if isSentAsIs { return form(rows, &headers) }
      takeType("application/x-www-form-urlencoded", &headers)
      return ["form": translate(.array(rows))]
    }
    if let rows = entry.multipart { return ["multipart": translate(.array(rows))] }
    guard let body = entry.body else { return nil }
    switch body {
    case .json(let text): return json(isSentAsIs ? Self.escapingValues(in: text) : text, &headers)
    case .multiline("json", let text): return json(text, &headers)
    case .xml(let text), .multiline("xml", let text):
      let type = type(&headers) ?? (has(headers) ? nil : "application/xml")
      return textBody(text, type)
    case .text(let text), .multiline(_, let text): return textBody(text, plainType(&headers, &options))
    case .graphql(let query, let variables):
      takeType("application/json", &headers)
      var graphql: JSONObject = ["query": .textLines(translate(query))]
      if let variables { graphql["variables"] = translate((try? JSONText(variables).value) ?? .string(variables)) }
      return ["graphql": .object(graphql)]
    case .file(let path):
      var result: JSONObject = ["file": .string(translate(path))]
      if let type = plainType(&headers, &options) { result["type"] = .string(type) }
      return .object(result)
    case .base64(let text): return bytes(Data(base64Encoded: text), "base64," + text, &headers, &options)
    case .hex(let text): return bytes(Data(hex: text), "hex," + text, &headers, &options)
    }
  }

  private mutating func json(_ text: String, _ headers: inout [JSONValue]) -> JSONValue {
    if let value = JSONBodyText.value(of: text) {
      takeType("application/json", &headers)
      return ["json": value]
    }
    return textBody(text, type(&headers) ?? (has(headers) ? nil : "application/json"))
  }

  /// JSON whose templates in strings are replaced by values with the escapes of such a string.
  private static func escapingValues(in json: String) -> String {
    var (result, isInString) = ("", false)
    for piece in HTTPFileText.pieces(json) {
      let inner = piece.isTemplate ? String(piece.text.dropFirst(2).dropLast(2)).trimmed : ""
      let word = inner.split(separator: " ").first.map(String.init) ?? ""
      result += isInString && !inner.isEmpty && functions[word] == nil ? "{{\(inner) | json:text}}" : piece.text
      if piece.isTemplate { continue }
      var isEscaped = false
      for scalar in piece.text.unicodeScalars {
        if scalar == "\"", !isEscaped { isInString.toggle() }
        isEscaped = scalar == "\\" && !isEscaped
      }
    }
    return result
  }

  /// The text of a form with curl's escapes, which has no plus for a space.
  private mutating func form(_ rows: [JSONValue], _ headers: inout [JSONValue]) -> JSONValue {
    let type = type(&headers) ?? (has(headers) ? nil : "application/x-www-form-urlencoded")
    let pairs = rows.compactMap(\.object).filter { !$0.flag("off") }.map { row in
      ["name", "value"].map { Self.escaped(translate(row.text($0) ?? "")) }.joined(separator: "=")
    }
    return textBody(pairs.joined(separator: "&"), type)
  }

  /// A text and the values of its templates, percent-encoded.
  private static func escaped(_ text: String) -> String {
    let braces = Template.escaping("{{")
    return HTTPFileText.mapTemplates(text, literal: { PercentEncoding.component(String($0)) }) { template, inner in
      template == braces ? "%7B%7B" : inner.isEmpty ? template : "{{\(inner) | urlencode}}"
    }
  }

  private mutating func textBody(_ text: String, _ type: String?) -> JSONValue {
    var body: JSONObject = ["text": .textLines(translate(text))]
    if let type { body["type"] = .string(type) }
    return .object(body)
  }

  /// A body of bytes that are valid UTF-8 text. Our request files cannot hold other bytes.
  private mutating func bytes(
    _ data: Data?, _ source: String, _ headers: inout [JSONValue], _ options: inout JSONObject
  ) -> JSONValue? {
    guard let data, let text = String(validating: data, as: UTF8.self) else {
      problem =
        "Body: the bytes of \(source.excerpt) are not text — put them into a file and write file,NAME; in their place"
      return nil
    }
    var body: JSONObject = ["text": .textLines(Template.escaping(text))]
    if let type = plainType(&headers, &options) { body["type"] = .string(type) }
    return .object(body)
  }

  // MARK: Content-Type

  private func has(_ headers: [JSONValue]) -> Bool { headers.contains(where: isType) }

  private func isType(_ row: JSONValue) -> Bool { row.object?.isSentContentType == true }

  /// Takes the header where its value can be the body's own.
  private func type(_ headers: inout [JSONValue]) -> String? {
    let types = headers.filter(isType)
    guard types.count == 1, let value = types[0].object?.filledText("value"), !value.contains("{{") else {
      return nil
    }
    headers.removeAll(where: isType)
    return value
  }

  private func takeType(_ type: String, _ headers: inout [JSONValue]) {
    let types = headers.filter(isType)
    if types.count == 1, types[0].object?.text("value") == type { headers.removeAll(where: isType) }
  }

  /// Hurl sends such a body without a type of its own.
  private func plainType(_ headers: inout [JSONValue], _ options: inout JSONObject) -> String? {
    if let type = type(&headers) { return type }
    if !has(headers) { Self.omit("Content-Type", &options) }
    return nil
  }

  // MARK: Templates

  private mutating func translate(_ value: JSONValue) -> JSONValue { value.mappingTexts { translate($0) } }

  /// Functions of Hurl as dynamic variables.
  private mutating func translate(_ text: String) -> String {
    guard text.contains("{{") else { return text }
    return HTTPFileText.mapTemplates(text) { template, inner in
      let function = inner.split(separator: " ").first.map(String.init) ?? ""
      guard let name = Self.functions[function] else { return template }
      if function != inner { changed.append("{{\(inner)}} became {{\(name)}}") }
      return "{{\(name)}}"
    }
  }

  private static let functions = [
    "newUuid": "$guid", "newDate": "$isoTimestamp", "randomBool": "$randomBoolean", "randomEmail": "$randomEmail",
    "randomFirstName": "$randomFirstName", "randomFullName": "$randomFullName", "randomInt": "$randomInt",
    "randomLastName": "$randomLastName", "randomString": "$randomAlphaNumeric", "randomWord": "$randomWord",
  ]
}
