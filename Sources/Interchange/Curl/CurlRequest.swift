import Foundation
internal import RequestModel

/// One URL of a curl command, with the options that apply to it.
struct CurlRequest {
  private let url: String
  private let input: String?
  private let inputFile: String?
  private var method: String?
  private var headers: [JSONValue] = []
  private var removed: [String] = []
  private var data: [Piece] = []
  private var parts: [JSONValue] = []
  private var upload: String?
  private var query: [String] = []
  private var isGet = false
  private var isHead = false
  private var isJSON = false
  private var isCompressed = false
  private var followsRedirects = false
  private var user: String?
  private var scheme = "basic"
  private var token: String?
  private var aws: String?
  private var options = JSONObject()

  private enum Piece: Equatable {
    case text(String)
    case file(String)
  }

  init(url: String, input: String?, inputFile: String?) {
    (self.url, user) = Self.withoutLogin(url)
    self.input = input
    self.inputFile = inputFile
  }

  /// The URL without `user:password@`, which belongs to the auth and into no name.
  private static func withoutLogin(_ url: String) -> (url: String, login: String?) {
    let start = url.firstRange(of: "://")?.upperBound ?? url.startIndex
    let authority = url[start...].prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    guard let at = authority.lastIndex(of: "@") else { return (url, nil) }
    let login = PercentEncoding.decode(authority[..<at])
    return (String(url[..<start]) + url[url.index(after: at)...], String(decoding: login, as: UTF8.self))
  }

  var suggestedName: String {
    let address = url.prefix { $0 != "?" && $0 != "#" }
    let path = address.firstRange(of: "://").map { address[$0.upperBound...] } ?? address
    let segments = path.split(separator: "/")
    return segments.count > 1 ? String(segments.last!) : String(segments.first ?? "request")
  }

  // MARK: Options

  mutating func apply(_ option: CurlArguments.Option, _ context: inout InterchangeContext) {
    let value = option.value ?? ""
    switch option.name {
    case "request": method = value
    case "header": add(header: value, &context)
    case "user-agent": set("User-Agent", value)
    case "referer": set("Referer", value.replacing(";auto", with: ""))
    case "cookie": value.contains("=") ? set("Cookie", value) : note(option, &context)
    case "data", "data-ascii":
      if value.hasPrefix("@"), !["@-", "@/dev/stdin"].contains(value) {
        context.note(.changed, "-d \(value): the file is sent with its line breaks, which curl removes")
      }
      data.append(piece(value, stripsLines: true))
    case "data-binary": data.append(piece(value, stripsLines: false))
    case "data-raw": data.append(.text(value))
    case "data-urlencode": data.append(encoded(value, &context))
    case "json":
      isJSON = true
      data.append(piece(value, stripsLines: false))
    case "form": add(part: value, &context)
    case "form-string": addLiteral(part: value)
    case "upload-file": upload = value
    case "url-query": query.append(value.hasPrefix("+") ? String(value.dropFirst()) : Self.encodedPair(value))
    case "get": isGet = !option.isOff
    case "head": isHead = !option.isOff
    case "compressed": isCompressed = !option.isOff
    case "location", "location-trusted":
      followsRedirects = !option.isOff
      if option.name == "location-trusted" { options["followAuthorization"] = true }
    case "user": user = value
    case "basic", "digest", "ntlm", "negotiate": scheme = option.name
    case "oauth2-bearer": token = value
    case "aws-sigv4": aws = value
    default: applyTransport(option, value, &context)
    }
  }

  private mutating func applyTransport(
    _ option: CurlArguments.Option, _ value: String, _ context: inout InterchangeContext
  ) {
    switch option.name {
    case "insecure": options["verifyTLS"] = .bool(option.isOff)
    case "max-time": setNumber("timeout", value)
    case "connect-timeout": setNumber("connectTimeout", value)
    case "max-redirs": setNumber("maxRedirects", value)
    case "http1.1": options["http"] = "1.1"
    case "http2": options["http"] = "2"
    case "http2-prior-knowledge": options["http"] = "2-prior-knowledge"
    case "cert":
      let parts = value.split(separator: ":", maxSplits: 1).map(String.init)
      options["clientCertificate"] = .string(parts[0])
      if parts.count > 1 { options["clientPassphrase"] = .string(parts[1]) }
    case "key": options["clientKey"] = .string(value)
    case "pass": options["clientPassphrase"] = .string(value)
    case "cacert": options["caBundle"] = .string(value)
    case "proxy": options["proxy"] = .string(value)
    case "proxy-user": setProxyUser(value)
    case "noproxy": options["noProxy"] = .string(value)
    case "unix-socket": options["unixSocket"] = .string(value)
    case "interface": options["interface"] = .string(value)
    case "netrc", "netrc-optional": options["netrc"] = true
    case "tlsv1.0", "tlsv1.1", "tlsv1.2", "tlsv1.3": options["minTLS"] = .string(String(option.name.dropFirst(5)))
    case "tlsv1": options["minTLS"] = "1.0"
    case "resolve": addRow("resolve", value, from: 2)
    case "connect-to": addRow("connectTo", value, from: 2)
    case "range": set("Range", "bytes=" + value)
    case "path-as-is", "globoff": break
    default: if !Self.harmless.contains(option.name) { note(option, &context) }
    }
  }

  /// Options about the terminal, files and other things that are not part of a request.
  private static let harmless: Set = [
    "silent", "show-error", "verbose", "include", "show-headers", "output", "output-dir", "remote-name",
    "remote-name-all", "remote-header-name", "remote-time", "create-dirs", "dump-header", "write-out", "fail",
    "fail-with-body", "fail-early", "progress-bar", "progress-meter", "no-progress-meter", "buffer", "no-buffer",
    "styled-output", "trace", "trace-ascii", "trace-time", "trace-ids", "trace-config", "stderr", "cookie-jar",
    "junk-session-cookies", "retry", "retry-delay", "retry-max-time", "retry-all-errors", "retry-connrefused",
    "parallel", "parallel-max", "parallel-immediate", "keepalive", "keepalive-time", "no-keepalive", "tcp-nodelay",
    "disable", "clobber", "no-clobber", "xattr", "libcurl", "rate", "suppress-connect-headers",
  ]

  /// Without the value, which may be a password.
  private func note(_ option: CurlArguments.Option, _ context: inout InterchangeContext) {
    context.note(.dropped, "--\(option.isOff ? "no-" : "")\(option.name)")
  }

  private mutating func setNumber(_ name: String, _ value: String) {
    if let number = try? JSONText(value).value, number.number != nil { options[name] = number }
  }

  private mutating func setProxyUser(_ value: String) {
    let (name, password) = Self.split(value, at: ":")
    options["proxyUsername"] = .string(name)
    if let password { options["proxyPassword"] = .string(password) }
  }

  /// `HOST:PORT:VALUE` as a row; `from` is how many parts belong to the name.
  private mutating func addRow(_ name: String, _ value: String, from count: Int) {
    let parts = value.split(separator: ":", maxSplits: count, omittingEmptySubsequences: false).map(String.init)
    guard parts.count == count + 1 else { return }
    let host = parts[0].hasPrefix("+") ? String(parts[0].dropFirst()) : parts[0]
    let row: JSONValue = ["name": .string(host + ":" + parts[1]), "value": .string(parts[2])]
    options[name] = .array((options[name]?.array ?? []) + [row])
  }

  // MARK: Headers

  private mutating func add(header text: String, _ context: inout InterchangeContext) {
    if text.hasPrefix("@") { return context.note(.dropped, "-H \(text): headers of a file") }
    guard let colon = text.firstIndex(of: ":") else {
      if text.hasSuffix(";") { append(String(text.dropLast()), "") }
      return
    }
    let name = String(text[..<colon])
    let value = text[text.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
    if value.isEmpty { removed.append(name) } else { append(name, String(value)) }
  }

  private mutating func append(_ name: String, _ value: String) {
    headers.append(["name": .string(name), "value": .string(value)])
  }

  private mutating func set(_ name: String, _ value: String) {
    if value.isEmpty { removed.append(name) } else if !has(name) { append(name, value) }
  }

  private func has(_ name: String) -> Bool {
    let name = name.lowercased()
    return headers.contains { $0.object?.text("name")?.lowercased() == name }
      || removed.contains { $0.lowercased() == name }
  }

  // MARK: Data

  private func piece(_ value: String, stripsLines: Bool) -> Piece {
    guard value.hasPrefix("@") else { return .text(value) }
    let file = String(value.dropFirst())
    guard file == "-" || file == "/dev/stdin" else { return .file(file) }
    if let inputFile { return .file(inputFile) }
    let text = input ?? ""
    return .text(stripsLines ? text.replacing("\n", with: "").replacing("\r", with: "") : text)
  }

  private func encoded(_ value: String, _ context: inout InterchangeContext) -> Piece {
    let mark = value.firstIndex { $0 == "=" || $0 == "@" }
    if let mark, value[mark] == "@" {
      context.note(.changed, "--data-urlencode \(value): the file is sent as it is, not percent-encoded")
      return .file(String(value[value.index(after: mark)...]))
    }
    return .text(Self.encodedPair(value))
  }

  /// `NAME=CONTENT`, `=CONTENT` or `CONTENT` with its content percent-encoded.
  private static func encodedPair(_ value: String) -> String {
    guard let mark = value.firstIndex(of: "=") else { return component(value) }
    let content = component(String(value[value.index(after: mark)...]))
    return mark == value.startIndex ? content : value[...mark] + content
  }

  /// As curl writes it in a form: a space is a plus. Variables stay as they are.
  private static func component(_ text: String) -> String {
    text.contains("{{") ? text : PercentEncoding.component(text).replacing("%20", with: "+")
  }

  private mutating func addLiteral(part text: String) {
    let (name, value) = Self.split(text, at: "=")
    parts.append(["name": .string(name), "value": .string(value ?? "")])
  }

  /// `NAME=VALUE`, `NAME=@FILE` or `NAME=<FILE`, followed by `;type=` and `;filename=`.
  private mutating func add(part text: String, _ context: inout InterchangeContext) {
    let (name, content) = Self.split(text, at: "=")
    let fields = Self.fields(of: content ?? "")
    var row: JSONObject = ["name": .string(name)]
    let value = fields.first ?? ""
    if value.hasPrefix("@") || value.hasPrefix("<") {
      row["file"] = .string(String(value.dropFirst()))
      if value.hasPrefix("<") { context.note(.changed, "-F \(text): the file is sent with its name") }
    } else {
      row["value"] = .string(value)
    }
    for field in fields.dropFirst() {
      let (key, value) = Self.split(field.trimmingCharacters(in: .whitespaces), at: "=")
      switch key {
      case "type": row["type"] = .string(value ?? "")
      case "filename": row["filename"] = .string(value ?? "")
      default: context.note(.dropped, "-F \(text): \(field)")
      }
    }
    parts.append(.object(row))
  }

  /// Splits at semicolons outside of double quotes.
  private static func fields(of text: String) -> [String] {
    var fields = [""]
    var isQuoted = false
    var isEscaped = false
    for character in text {
      if isEscaped {
        fields[fields.count - 1].append(character)
        isEscaped = false
      } else if character == "\\", isQuoted {
        isEscaped = true
      } else if character == "\"" {
        isQuoted.toggle()
      } else if character == ";", !isQuoted {
        fields.append("")
      } else {
        fields[fields.count - 1].append(character)
      }
    }
    return fields
  }

  private static func split(_ text: String, at separator: Character) -> (String, String?) {
    guard let index = text.firstIndex(of: separator) else { return (text, nil) }
    return (String(text[..<index]), String(text[text.index(after: index)...]))
  }

  // MARK: The request

  func document(_ context: inout InterchangeContext) -> JSONObject {
    var request = self
    return request.build(&context)
  }

  private mutating func build(_ context: inout InterchangeContext) -> JSONObject {
    let body = body(&context)
    var document: JSONObject = ["method": .string(method ?? usualMethod), "url": .string(address)]
    var omitted = ["User-Agent", "Accept-Encoding", "Accept-Language"]
    addUsualHeaders(hasBody: body != nil)
    omitted += removed
    if upload != nil {
      if !has("Content-Type") { omitted.append("Content-Type") }
      if !has("Expect") { options["expectContinue"] = true }
    }
    omitted.removeAll { name in headers.contains { $0.object?.text("name")?.lowercased() == name.lowercased() } }
    // The program's own name is as good as curl's.
    if !removed.contains(where: { $0.lowercased() == "user-agent" }) { omitted.removeAll { $0 == "User-Agent" } }
    if !headers.isEmpty { document["headers"] = .array(headers) }
    if let body { document["body"] = body }
    if let auth { document["auth"] = auth }
    if !followsRedirects { options["followRedirects"] = false }
    if !omitted.isEmpty { options["omitHeaders"] = .string(omitted.joined(separator: ", ")) }
    document["options"] = .object(options)
    return document
  }

  private var usualMethod: String {
    if isHead { return "HEAD" }
    if upload != nil { return "PUT" }
    return !isGet && (!data.isEmpty || !parts.isEmpty) ? "POST" : "GET"
  }

  private mutating func addUsualHeaders(hasBody: Bool) {
    if isJSON, !has("Content-Type") { append("Content-Type", "application/json") }
    if isJSON, !has("Accept") { append("Accept", "application/json") }
    if !has("Accept") { append("Accept", "*/*") }
    if isCompressed, !has("Accept-Encoding") { append("Accept-Encoding", "deflate, gzip, br, zstd") }
    if hasBody, parts.isEmpty, upload == nil, !isJSON, !has("Content-Type") {
      append("Content-Type", "application/x-www-form-urlencoded")
    }
  }

  private var address: String {
    var address = url.contains("://") || url.hasPrefix("{{") ? url : "http://" + url
    let added = (isGet ? data.compactMap { if case .text(let text) = $0 { text } else { nil } } : []) + query
    guard !added.isEmpty else { return address }
    let fragment = address.firstIndex(of: "#").map { String(address[$0...]) } ?? ""
    address = String(address.dropLast(fragment.count))
    return address + (address.contains("?") ? "&" : "?") + added.joined(separator: "&") + fragment
  }

  private func body(_ context: inout InterchangeContext) -> JSONValue? {
    if let upload {
      if upload == "-" || upload == "." { return input.map { ["text": .textLines($0)] } }
      return ["file": .string(upload)]
    }
    if !parts.isEmpty { return ["multipart": .array(parts)] }
    guard !isGet, !data.isEmpty else { return nil }
    if data.count == 1, case .file(let path) = data[0] { return ["file": .string(path)] }
    let separator = isJSON ? "" : "&"
    let text = data.map { piece -> String in
      switch piece {
      case .text(let text): return text
      case .file(let path):
        context.note(.dropped, "the file \(path), joined with other data")
        return ""
      }
    }.joined(separator: separator)
    return ["text": .textLines(text)]
  }

  private var auth: JSONValue? {
    if let token { return ["bearer": ["token": .string(token)]] }
    let (name, password) = Self.split(user ?? "", at: ":")
    if let aws {
      let parts = aws.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
      var members: JSONObject = ["accessKey": .string(name), "secretKey": .string(password ?? "")]
      if parts.count > 2, !parts[2].isEmpty { members["region"] = .string(parts[2]) }
      if parts.count > 3, !parts[3].isEmpty { members["service"] = .string(parts[3]) }
      return ["awsv4": .object(members)]
    }
    if scheme == "negotiate" { return ["negotiate": [:]] }
    guard user != nil else { return nil }
    let members: JSONObject = ["username": .string(name), "password": .string(password ?? "")]
    return .object(JSONObject(members: [JSONMember(key: JSONString(scheme), value: .object(members))]))
  }
}
