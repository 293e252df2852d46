import Foundation

/// A call of `fetch` as a request.
struct FetchRequest {
  private let url: String
  private let options: ScriptValue
  private var headers: [JSONValue] = []
  private var requestOptions = JSONObject()

  init(_ call: ScriptReader.Call) {
    // A `Request` has its own options, which those of the call replace.
    if let own = call.url["url"] {
      url = own.text
      options = .object(call.url.rows + call.options.rows)
    } else {
      url = call.url.text
      options = call.options
    }
  }

  var suggestedName: String { CurlAddress(url, keepsDots: true).suggestedName }

  /// Whether the URL is one of the page's own server.
  private var isRelative: Bool {
    url.schemeMark == nil && url.unicodeScalars.first.map { !VariableMarks.isMark($0) } ?? true
  }

  /// The members of the request. Variables in them are still marked.
  mutating func document(_ context: inout InterchangeContext) -> JSONObject {
    if case .text(let name) = options {
      context.note(.dropped, "the options of fetch, which are the unknown value \(VariableMarks.plain(name))")
    }
    addHeaders()
    let body = body(&context)
    var document: JSONObject = ["method": .string(method), "url": .string(address(&context))]
    addReferrer()
    if !headers.isEmpty { document["headers"] = .array(headers) }
    if let body { document["body"] = body }
    applyOptions(&context)
    if !requestOptions.members.isEmpty { document["options"] = .object(requestOptions) }
    return document
  }

  private var method: String {
    let method = VariableMarks.plain(options["method"]?.text ?? "GET")
    // Fetch converts only these methods to upper case.
    let usual = ["get", "post", "put", "delete", "head", "options"]
    return usual.contains(method.lowercased()) ? method.uppercased() : method
  }

  private func address(_ context: inout InterchangeContext) -> String {
    let text = VariableMarks.mapText(url) { $0.replacing(" ", with: "%20") }
    guard isRelative else { return text }
    context.note(.changed, "the URL is one of the page's own server: set the variable origin")
    return VariableMarks.mark("origin") + (text.hasPrefix("/") ? "" : "/") + text
  }

  // MARK: Headers

  private mutating func addHeaders() {
    for row in options["headers"]?.rows ?? [] where row.value != .undefined {
      // Names of HTTP/2 itself.
      if !row.name.hasPrefix(":") { append(row.name, row.value.text) }
    }
  }

  private mutating func append(_ name: String, _ value: String) {
    headers.append(["name": .string(name), "value": .string(value)])
  }

  private func header(_ name: String) -> String? {
    headers.lazy.compactMap(\.object).first { $0.text("name")?.lowercased() == name }?.text("value")
  }

  /// Adds the referrer, or as much of it as its policy reveals to another server.
  private mutating func addReferrer() {
    guard let referrer = options["referrer"]?.text, referrer.hasPrefix("http"), header("referer") == nil else { return }
    let origin = Self.origin(of: referrer)
    let whole = String(referrer.prefix { $0 != "#" })
    let isOwn = origin == Self.origin(of: url)
    switch options["referrerPolicy"]?.text ?? "" {
    case "no-referrer": break
    case "same-origin": if isOwn { append("Referer", whole) }
    case "origin", "strict-origin": append("Referer", origin + "/")
    case "unsafe-url", "no-referrer-when-downgrade": append("Referer", whole)
    default: append("Referer", isOwn ? whole : origin + "/")
    }
  }

  private static func origin(of url: String) -> String {
    guard let mark = url.firstRange(of: "://") else { return "" }
    return String(url[..<mark.upperBound] + url[mark.upperBound...].prefix { !"/?#".contains($0) })
  }

  // MARK: Body

  private mutating func body(_ context: inout InterchangeContext) -> JSONValue? {
    guard let body = options["body"], !body.isNothing else { return nil }
    switch body {
    case .list(.parameters, let rows) where header("content-type") == nil:
      return ["form": .array(rows.map { ["name": .string($0.name), "value": .string($0.value.text)] })]
    case .list(.form, let rows):
      headers.removeAll { $0.object?.text("name")?.lowercased() == "content-type" }
      return ["multipart": .array(rows.map { part($0, &context) })]
    case .object, .array:
      context.note(.changed, "the body is an object, which fetch sends as \"\(body.text)\": it is sent as JSON")
      return ["text": .exactLines(body.json() ?? "")]
    default:
      if header("content-type") == nil { append("Content-Type", "text/plain;charset=UTF-8") }
      return ["text": .exactLines(body.text)]
    }
  }

  private func part(_ row: ScriptMember, _ context: inout InterchangeContext) -> JSONValue {
    var part: JSONObject = ["name": .string(row.name)]
    if let fileName = row.fileName {
      let path = VariableMarks.plain(fileName)
      context.note(.changed, "the file \(path) of the form has to be beside the request")
      part["file"] = .string(path)
    } else {
      part["value"] = .string(row.value.text)
    }
    return .object(part)
  }

  // MARK: Options

  private static let ignored: Set = [
    "url", "method", "headers", "body", "referrer", "referrerPolicy", "mode", "cache", "integrity", "keepalive",
    "signal",
    "priority", "duplex", "window",
  ]

  private mutating func applyOptions(_ context: inout InterchangeContext) {
    guard case .object(let members) = options else { return }
    for option in members where !Self.ignored.contains(option.name) {
      switch option.name {
      case "redirect": if option.value.text != "follow" { requestOptions["followRedirects"] = false }
      case "credentials": if option.value.text == "omit" { requestOptions["cookies"] = false }
      default: context.note(.dropped, "the option \(option.name) of fetch")
      }
    }
  }
}
