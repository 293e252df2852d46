import Foundation

/// The changes of a request made by the options of `send`.
struct RequestChanges: Sendable {
  var method: String?
  var headers: [Parameter] = []
  /// The names of headers to leave out.
  var removedHeaders: [String] = []
  var body: TypedBody?
  /// Whether the body gets no media type, as with curl's `-T`.
  var isUpload = false
  var timeout: Double?
  var connectTimeout: Double?
  var maxBody: Int?
  var verifiesTLS = true
  var followsRedirects = true
  /// Headers for requests without a header of the same name.
  var defaultHeaders: [Parameter] = []
  /// Text appended to the query unchanged.
  var query: String?
  var auth: RequestAuth?
  /// Members of the request's options. Rows are inserted before those of the request.
  var options = JSONObject()
  var items: [RequestItem] = []
  /// Files named on the command line, which need no permission.
  var files: Set<OutsideSource> = []

  var hasBody: Bool { body != nil || items.contains(where: \.isInBody) }

  /// Reads `Name: value`, `Name:` to remove the header, or `Name;` for an empty header.
  mutating func add(header text: String) throws {
    if let name = try OptionText.removedHeader(in: text) {
      removedHeaders.append(name)
    } else {
      headers.append(try OptionText.header(text))
    }
  }

  /// - Throws: A usage error for an item that does not fit the request's kind of body.
  func applied(to request: SavedRequest) throws -> SavedRequest {
    var request = applyingOptions(to: request)
    try RequestItem.apply(items, to: &request)
    return request
  }

  /// Applies the changes that every request supports.
  func applyingOptions(to request: SavedRequest) -> SavedRequest {
    var request = request
    if let method { request.method = method }
    if let query { request.url = Self.adding(query, to: request.url) }
    let names = Set((headers.map(\.name) + removedHeaders).map { $0.lowercased() })
    request.headers = request.headers.filter { !names.contains($0.name.lowercased()) } + headers
    let own = request.headers.map { $0.name.lowercased() }
    request.headers += defaultHeaders.filter { !own.contains($0.name.lowercased()) }
    if let auth { request.auth = auth }
    request.options = RequestOptions(document: options).inheriting(from: request.options)
    let omitted = removedHeaders + (isUpload ? ["Content-Type"] : [])
    if !omitted.isEmpty { request.options.omittedHeaders += omitted }
    if let body { request.body = body.content(inPlaceOf: request.body) }
    if let timeout { request.options.timeout = timeout }
    if let connectTimeout { request.options.connectTimeout = connectTimeout }
    if let maxBody { request.options.maxBody = maxBody }
    if !verifiesTLS { request.options.verifiesTLS = false }
    if !followsRedirects { request.options.followsRedirects = false }
    return request
  }

  /// Adds to the query, before the fragment, as curl's `-G` does.
  private static func adding(_ query: String, to url: String) -> String {
    let address = String(url.unicodeScalars.prefix { $0 != "#" })
    let follows = address.endsExactly(with: "?") || address.endsExactly(with: "&")
    let joint = !address.containsExactly("?") ? "?" : follows ? "" : "&"
    return address + joint + query
      + String(url.unicodeScalars.dropFirst(address.unicodeScalars.count))
  }
}

extension RequestChanges {
  /// The options that were typed, by the members that they give.
  var typedOptions: TypedOptions {
    var names = Self.optionNames.filter { options[$0.key] != nil }
    if let version = options["ipVersion"]?.string { names["ipVersion"] = "-" + version }
    if let version = options["http"]?.string { names["http"] = "--http" + version }
    if let version = options["minTLS"]?.string { names["minTLS"] = "--tlsv" + version }
    if timeout != nil { names["timeout"] = "--timeout" }
    if connectTimeout != nil { names["connectTimeout"] = "--connect-timeout" }
    if maxBody != nil { names["maxBody"] = "--max-body" }
    if !verifiesTLS { names["verifyTLS"] = "--insecure" }
    if !followsRedirects { names["followRedirects"] = "--no-redirects" }
    if auth?.kind == .awsV4 { names["auth"] = "--aws-sigv4" }
    return TypedOptions(names)
  }

  private static let optionNames = [
    "clientCertificate": "--cert", "clientKey": "--key", "caBundle": "--cacert", "pinnedKeys": "--pinnedpubkey",
    "proxy": "--proxy", "proxyUsername": "--proxy-user", "noProxy": "--noproxy", "unixSocket": "--unix-socket",
    "interface": "--interface", "rateLimit": "--limit-rate", "maxRedirects": "--max-redirs",
    "followAuthorization": "--location-trusted", "netrc": "--netrc", "netrcFile": "--netrc-file",
    "resolve": "--resolve", "connectTo": "--connect-to", "urlAsIs": "--globoff", "reconnect": "--reconnect",
  ]
}

/// Parsing of option values.
enum OptionText {
  /// The lines of the file for `@FILE`; any other text is returned unchanged.
  static func headerLines(_ typed: String) throws -> [String] {
    guard typed.unicodeScalars.first == "@" else { return [typed] }
    return try TypedBody.text(of: typed).split(whereSeparator: \.isNewline).map(String.init)
  }

  /// The name in `Name:`, which removes that header; `nil` for a header with a value.
  static func removedHeader(in text: String) throws -> String? {
    guard let (name, value) = text.cut(at: ":"), !name.isEmpty,
      value.unicodeScalars.allSatisfy({ $0 == " " || $0 == "\t" })
    else { return nil }
    return try removedHeader(String(name))
  }

  static func removedHeader(_ name: String) throws -> String {
    guard !["host", "content-length", "transfer-encoding"].contains(name.lowercased()) else {
      throw CommandExit.usageError("HTTP needs \(name), so it cannot be removed — give it a value")
    }
    return name
  }

  /// `Name: value`, or `Name;` for a header without a value.
  static func header(_ text: String) throws -> Parameter {
    if !text.containsExactly(":"), text.unicodeScalars.count > 1, text.endsExactly(with: ";") {
      return Parameter(String(text.unicodeScalars.dropLast()), "")
    }
    guard let (name, value) = text.cut(at: ":"), !name.isEmpty else {
      throw CommandExit.usageError("\"\(text)\" is not a header — write it as 'Name: value'")
    }
    guard !value.unicodeScalars.contains(where: { $0 != "\t" && $0.properties.generalCategory == .control }) else {
      throw CommandExit.usageError("The value of the header \"\(name)\" has a control character — remove it")
    }
    return Parameter(name, String(value.unicodeScalars.drop { $0 == " " }))
  }

  /// Reads `name=value`. The last one of several with the same name wins.
  static func variables(_ texts: [String], of option: String = "--var") throws -> [String: String] {
    var values: [String: String] = [:]
    for text in texts {
      guard let (name, value) = text.cut(at: "="), !name.isEmpty else {
        throw CommandExit.usageError("\(option) \"\(text)\" is not a variable — write it as name=value")
      }
      values[name] = value
    }
    return values
  }

  static func size(_ text: String, of option: String = "--max-body") throws -> Int {
    guard let size = ByteSize.parse(text), size > 0 else {
      throw CommandExit.usageError("\(option) takes a number of bytes, or 64k, 256M, 2G, not \"\(text)\"")
    }
    return size
  }
}
