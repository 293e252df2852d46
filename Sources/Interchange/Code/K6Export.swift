internal import Foundation

extension ExportFormat {
  /// A load test of the whole collection. It keeps nothing on the machine that runs it, so many may run it at once.
  static let k6 = ExportFormat("k6", "k6 load test", fileExtension: "js", needs: .requests) {
    source throws(ExportError) in
    var script = K6Script(source.requests.map(\.plain), CodePlaceholder.all(in: source))
    return ExportResult(script.text(name: source.collection.name))
  }
}

private struct K6Script {
  private let requests: [CodeRequest]
  private let placeholders: [(text: String, variable: String)]
  /// Files are read before the test begins, each once.
  private var files: [String] = []
  /// Bodies of several lines, which cannot be indented.
  private var bodies: [String] = []
  private var usesEncoding = false
  private var usesJoin = false

  init(_ requests: [CodeRequest], _ placeholders: [(text: String, variable: String)]) {
    (self.requests, self.placeholders) = (requests, placeholders)
  }

  mutating func text(name: String) -> String {
    let body = K6Group(requests.map { ($0.path.parts(separatedBy: "/").dropLast(), $0) }).items
    let main = body.map { item($0, indent: "  ") }.joined(separator: "\n")
    var start = ["import { check, group } from \"k6\";"]
    if !requests.contains(where: { $0.path.contains("/") }) { start = ["import { check } from \"k6\";"] }
    if usesEncoding { start.append("import encoding from \"k6/encoding\";") }
    start.append("import http from \"k6/http\";")
    let variables = placeholders.map(\.variable).filter { main.contains("__ENV.\($0)}") }.sorted()
    let about =
      CodeComment.lines(name, prefix: "//")
      + ["// k6 run" + variables.map { " -e \($0)=…" }.joined() + " script.js, in the folder of the collection"]
    let opened = files.enumerated().map { "const file\($0) = open(\(JavaScript.text.quoted($1)), \"b\");" }
    let texts = bodies.enumerated().map { "const body\($0) = \($1);" }
    let sections = [
      about.joined(separator: "\n"), start.joined(separator: "\n"), opened.joined(separator: "\n"),
      texts.joined(separator: "\n\n"), options,
      "export default function () {\n\(main)\n}", usesJoin ? Self.join : "",
    ]
    return sections.filter { !$0.isEmpty }.joined(separator: "\n\n") + "\n"
  }

  /// The options that k6 only supports for all requests together.
  private var options: String {
    var rows = [
      """
      scenarios: {
          collection: {
            executor: "constant-vus",
            vus: Number(__ENV.VUS || 1),
            duration: __ENV.DURATION || "30s",
          },
        }
      """,
      """
      thresholds: {
          checks: ["rate>0.99"],
          http_req_failed: ["rate<0.01"],
          http_req_duration: ["p(95)<1000"],
        }
      """,
    ]
    if requests.contains(where: { !$0.options.verifiesTLS }) { rows.append("insecureSkipTLSVerify: true") }
    let certificates = requests.flatMap { request in
      request.settings.compactMap { setting -> String? in
        guard case .certificate(let own) = setting, !own.isPKCS12 else { return nil }
        let password = own.passphrase.map { ", password: " + text($0) } ?? ""
        let files =
          "cert: open(\(JavaScript.text.quoted(own.path))), key: open(\(JavaScript.text.quoted(own.key ?? own.path)))"
        return "{ domains: [\(JavaScript.text.quoted(request.target.host))], \(files)\(password) }"
      }
    }
    let unique = certificates.enumerated().filter { certificates.firstIndex(of: $1) == $0 }.map(\.element)
    if !unique.isEmpty { rows.append("tlsAuth: [\(unique.joined(separator: ", "))]") }
    return "export const options = {\n" + rows.map { "  \($0),\n" }.joined() + "};"
  }

  private mutating func item(_ item: K6Group.Item, indent: String) -> String {
    switch item {
    case .request(let request): return call(request).indented(by: indent.count)
    case .group(let name, let items):
      let inner = items.map { self.item($0, indent: indent + "  ") }.joined(separator: "\n")
      return "\(indent)group(\(JavaScript.text.quoted(name)), () => {\n\(inner)\n\(indent)});"
    }
  }

  private mutating func call(_ request: CodeRequest) -> String {
    let form = plainForm(request)
    let body = form ?? self.body(request.body)
    var notes = request.notes
    let headers = (form == nil ? request.headersWithForm : request.headers).joined
    var parameters = ["tags: { name: \(JavaScript.text.quoted(request.path.isEmpty ? request.name : request.path)) }"]
    if !headers.isEmpty {
      let rows = headers.map { "    \(JavaScript.text.quoted($0.name)): \(header($0.value)),\n" }
      parameters.append("headers: {\n" + rows.joined() + "  }")
    }
    notes += request.headers.joiningNote("k6")
    var url = request.url
    for setting in request.settings {
      switch setting {
      case .timeout(let seconds): parameters.append("timeout: \(CodeSetting.milliseconds(seconds))")
      case .redirects(nil), .unverified: break
      case .certificate(let certificate) where !certificate.isPKCS12: break
      case .redirects(let limit?): parameters.append("redirects: \(limit)")
      case .noRedirects: parameters.append("redirects: 0")
      case .login(.digest(let name, let password)), .login(.ntlm(let name, let password, _)):
        let scheme = if case .login(.ntlm) = setting { "ntlm" } else { "digest" }
        parameters.append("auth: \"\(scheme)\"")
        url = Self.adding(name, password, to: url)
      default: notes.append(setting.missing("k6"))
      }
    }
    let place = "\(JavaScript.text.quoted(request.method)), \(text(url))"
    let comments = ([request.name] + notes).filter { !$0.isEmpty }.flatMap { CodeComment.lines($0, prefix: "//") }
    return
      (comments + [
        "check(http.request(\(place), \(body), {", parameters.map { "  \($0),\n" }.joined() + "}), {",
        "  \"status is below 400\": (response) => response.status > 0 && response.status < 400,", "});",
      ]).joined(separator: "\n")
  }

  /// k6 takes the login from the URL.
  private static func adding(_ name: String, _ password: String, to url: String) -> String {
    guard let parts = url.cut(at: ":") else { return url }
    let login = [name, password].map(PercentEncoding.component).joined(separator: ":")
    return parts.before + "://" + login + "@" + parts.after.dropFirst(2)
  }

  private mutating func body(_ body: CodeRequest.Body) -> String {
    switch body {
    case .none: return "null"
    case .file(let path): return file(path)
    case .bytes(let data):
      if let value = data.codeText { return constant(text(value)) }
      return decoded(data)
    case .parts(let parts):
      usesJoin = true
      let pieces = CodeForm(parts).pieces.map { piece in
        if case .bytes(let data) = piece { decoded(data) } else { self.body(piece) }
      }
      return "join([\n" + pieces.map { "  \($0),\n" }.joined() + "])"
    }
  }

  /// A form as an object, which k6 encodes; each name occurs once, and there is a file.
  private mutating func plainForm(_ request: CodeRequest) -> String? {
    guard let parts = request.plainParts, Set(parts.map(\.name)).count == parts.count,
      parts.contains(where: { $0.file != nil })
    else { return nil }
    let rows = parts.map { part -> String in
      let value = part.file.map { path in
        let type = part.contentType.map { ", " + JavaScript.text.quoted($0) } ?? ""
        return "http.file(\(file(path)), \(JavaScript.text.quoted(part.partFileName ?? ""))\(type))"
      }
      return "  \(JavaScript.text.quoted(part.name)): \(value ?? constant(text(part.value))),\n"
    }
    return "{\n" + rows.joined() + "}"
  }

  private mutating func file(_ path: String) -> String {
    if let index = files.firstIndex(where: { $0.isExactly(path) }) { return "file\(index)" }
    files.append(path)
    return "file\(files.count - 1)"
  }

  private mutating func constant(_ literal: String) -> String {
    guard literal.containsExactly("\n") else { return literal }
    bodies.append(literal)
    return "body\(bodies.count - 1)"
  }

  private mutating func decoded(_ data: Data) -> String {
    usesEncoding = true
    return "encoding.b64decode(\"\(data.base64EncodedString())\")"
  }

  /// Basic credentials with a secret are encoded when the test runs.
  private mutating func header(_ value: String) -> String {
    guard let login = CodePlaceholder.basicLogin(value) else { return text(value) }
    usesEncoding = true
    return "`Basic ${encoding.b64encode(\(text(login)))}`"
  }

  private func text(_ value: String) -> String { K6Text.literal(value, placeholders) }

  private static let join = """
    function join(pieces) {
      const all = new Uint8Array(pieces.reduce((length, piece) => length + piece.byteLength, 0));
      let offset = 0;
      for (const piece of pieces) {
        all.set(new Uint8Array(piece), offset);
        offset += piece.byteLength;
      }
      return all.buffer;
    }
    """
}

/// Texts whose placeholders of secrets are variables of the environment.
private enum K6Text {
  private static let template = CodeText(quote: "`", special: ["$": #"\$"#]) { "\\u" + CodeText.hex($0, digits: 4) }

  static func literal(_ value: String, _ placeholders: [(text: String, variable: String)]) -> String {
    var pieces = [(value, false)]
    for placeholder in placeholders {
      pieces = pieces.flatMap { text, isCode in
        isCode ? [(text, true)] : split(text, at: placeholder.text, with: "${__ENV.\(placeholder.variable)}")
      }
    }
    if pieces.count == 1 { return JavaScript.string(value) }
    let isVerbatim = CodeText.isVerbatim(value)
    return "`" + pieces.map { $1 ? $0 : isVerbatim ? JavaScript.templateEscaped($0) : template.escaped($0) }.joined()
      + "`"
  }

  private static func split(_ text: String, at mark: String, with code: String) -> [(String, Bool)] {
    var pieces: [(String, Bool)] = []
    var rest = text[...]
    while let found = rest.unicodeScalars.firstRange(of: mark.unicodeScalars) {
      pieces += [(String(rest[..<found.lowerBound]), false), (code, true)]
      rest = rest[found.upperBound...]
    }
    return pieces + [(String(rest), false)]
  }
}

/// Requests by folder, in order.
private struct K6Group {
  indirect enum Item {
    case request(CodeRequest)
    case group(String, [Item])
  }

  private(set) var items: [Item] = []

  init(_ rows: [(folder: ArraySlice<String>, request: CodeRequest)]) {
    var rest = rows[...]
    while let first = rest.first {
      guard let name = first.folder.first else {
        items.append(.request(first.request))
        rest = rest.dropFirst()
        continue
      }
      let inside = rest.prefix { $0.folder.first == name }
      items.append(.group(name, K6Group(inside.map { ($0.folder.dropFirst(), $0.request) }).items))
      rest = rest.dropFirst(inside.count)
    }
  }
}
