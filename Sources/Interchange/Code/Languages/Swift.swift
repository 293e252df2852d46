internal import Foundation

/// Code shared by the Swift targets.
enum Swift {
  static let text = CodeText.braces

  static let bytes = CodeBytes(
    text: { "Data(\(string($0)).utf8)" }, binary: { "Data(base64Encoded: \"\($0.base64EncodedString())\")!" },
    file: { "try Data(contentsOf: URL(fileURLWithPath: \(text.quoted($0))))" },
    join: { "[\n" + $0.map { "  \($0),\n" }.joined() + "].reduce(Data(), +)" })

  /// A literal of one or several lines.
  static func string(_ text: String) -> String {
    guard CodeText.isVerbatim(text) else { return Self.text.quoted(text) }
    let safe = text.replacingExactly("\\", with: #"\\"#).replacingExactly("\"\"\"", with: #"\"\"\""#)
    return "\"\"\"\n" + safe + "\n\"\"\""
  }

  static let printing = "print(String(decoding: data, as: UTF8.self))"
}

/// A program for this project's own library.
struct SwiftClient {
  let request: CodeRequest
  private var lines: [String] = []
  private var sending = ["message"]
  private var chain = ""
  private var notes: [String] = []

  init(_ request: CodeRequest) {
    self.request = request
    addMessage()
    for setting in request.settings { addSetting(setting) }
  }

  private mutating func addMessage() {
    let known = ["GET", "HEAD", "POST", "PUT", "DELETE", "CONNECT", "OPTIONS", "TRACE", "PATCH"].contains(
      request.method)
    let method = known ? "." + request.method.lowercased() : "HTTPMethod(\(Swift.text.quoted(request.method)))!"
    lines.append(
      "var message = OutgoingRequest(method: \(method), url: try RequestURL(\(Swift.text.quoted(request.url))))")
    lines += request.headers(hasOwnForm: formParts != nil).map {
      "message.headers.append(name: \(Swift.text.quoted($0.name)), value: \(Swift.text.quoted($0.value)))"
    }
    if let parts = formParts {
      lines += ["var form = MultipartFormData()"] + parts.map(append) + ["message.body = .multipart(form)"]
    } else if let path = request.bodyFile {
      lines.append("message.body = .file(\(Self.file(path)))")
    } else if let body = Swift.bytes.body(request.body) {
      lines.append("message.body = .data(\(body))")
    }
  }

  private var formParts: [Parameter]? {
    if case .parts(let parts) = request.body { parts } else { nil }
  }

  private func append(_ part: Parameter) -> String {
    let name = "withName: " + Swift.text.quoted(part.name)
    let type = part.contentType.map { ", mimeType: " + Swift.text.quoted($0) }
    let fileName = part.partFileName.map { ", fileName: " + Swift.text.quoted($0) } ?? ""
    if let file = part.file { return "form.append(\(Self.file(file)), \(name)\(fileName)\(type ?? ", mimeType: nil"))" }
    if type == nil, fileName.isEmpty { return "form.append(\(Swift.text.quoted(part.value)), \(name))" }
    return "form.append(Data(\(Swift.text.quoted(part.value)).utf8), \(name)\(fileName)\(type ?? ""))"
  }

  private static func file(_ path: String) -> String { "URL(fileURLWithPath: \(Swift.text.quoted(path)))" }

  private mutating func addSetting(_ setting: CodeSetting) {
    func option(_ name: String, _ value: String) { lines.append("message.options.\(name) = \(value)") }
    switch setting {
    case .login(.digest(let name, let password)): addLogin("digest", name, password)
    case .login(.ntlm(let name, let password, let domain)): addLogin("ntlm", name, password, domain)
    case .login(.negotiate): chain = "\n  .authenticate(with: .negotiate)"
    case .timeout(let seconds): option("timeout", ".milliseconds(\(CodeSetting.milliseconds(seconds)))")
    case .connectTimeout(let seconds): option("connectTimeout", ".milliseconds(\(CodeSetting.milliseconds(seconds)))")
    case .redirects(nil): break
    case .redirects(let limit?): option("maxRedirects", String(limit))
    case .noRedirects: sending.append("redirector: .doNotFollow")
    case .unverified: option("serverTrust", ".disabled")
    case .authorities(let path): option("serverTrust", ".authorities(file: \(Self.file(path)))")
    case .certificate(let certificate): option("clientCertificate", Self.certificate(certificate))
    case .minimumTLS(let version):
      option("minimumTLSVersion", ".v" + version.replacingExactly(".", with: "_"))
    case .proxy(nil): option("proxy", ".none")
    case .proxy(let url?): option("proxy", ".proxy(try Proxy(\(Swift.text.quoted(url))))")
    case .version(.http1): option("httpVersion", ".http1")
    case .version(.http2): option("httpVersion", ".http2")
    case .version(.http2PriorKnowledge): option("httpVersion", ".http2PriorKnowledge")
    case .unixSocket(let path): option("unixSocketPath", Swift.text.quoted(path))
    case .other("serverName", let name): option("serverName", Swift.text.quoted(name))
    case .other("interface", let name): option("interface", Swift.text.quoted(name))
    case .other("ipVersion", let version): option("ipVersion", ".v" + version)
    case .other("rateLimit", let rate): option("maxTransferRate", rate)
    default: notes.append(setting.missing("This program"))
    }
  }

  private mutating func addLogin(_ kind: String, _ name: String, _ password: String, _ domain: String? = nil) {
    let login = "username: \(Swift.text.quoted(name)), password: \(Swift.text.quoted(password))"
    chain = "\n  .authenticate(with: .\(kind)(\(login)\(domain.map { ", domain: " + Swift.text.quoted($0) } ?? "")))"
  }

  private static func certificate(_ certificate: CodeCertificate) -> String {
    let key = certificate.key.map { ", key: " + file($0) } ?? ""
    let password = certificate.passphrase.map { ", password: " + Swift.text.quoted($0) } ?? ""
    return "ClientCertificate(certificate: \(file(certificate.path))\(key)\(password))"
  }

  var program: CodeProgram {
    let all =
      lines + [
        "let response = await Session.default.request(\(sending.joined(separator: ", ")))\(chain)",
        "  .serializingResponse().response", "if let error = response.error { print(error) }",
        "print(response.statusCode ?? 0)", "let data = response.data ?? Data()", Swift.printing,
      ]
    return CodeProgram(
      start: "import Foundation\nimport RequestClient", text: all.joined(separator: "\n"), notes: notes)
  }
}

struct SwiftURLSession {
  let request: CodeRequest
  private var lines: [String] = []
  private var notes: [String] = []
  private var delegate = ""

  init(_ request: CodeRequest) {
    self.request = request
    // With brackets, Foundation would escape the whole URL again.
    let url = request.url(escapingInPath: "[]", inQuery: "[]")
    lines = [
      "var request = URLRequest(url: URL(string: \(Swift.text.quoted(url)))!)",
      "request.httpMethod = " + Swift.text.quoted(request.method),
    ]
    if url != request.url { notes.append("Characters that URL does not accept are escaped.") }
    addMessage()
    for setting in request.settings { addSetting(setting) }
    if request.hasDotSegments { notes.append("URLSession resolves the dots in the path.") }
  }

  private mutating func addMessage() {
    let headers = request.headersWithForm
    lines += headers.joined.map {
      "request.setValue(\(Swift.text.quoted($0.value)), forHTTPHeaderField: \(Swift.text.quoted($0.name)))"
    }
    notes += headers.joiningNote("URLSession")
    if request.method == "GET", request.hasBody { return notes.append("URLSession sends no body with GET.") }
    if let body = Swift.bytes.body(request.body) { lines.append("request.httpBody = " + body) }
    if request.hasBody, headers.first("Content-Type") == nil {
      notes.append("URLSession adds Content-Type: application/x-www-form-urlencoded.")
    }
  }

  private mutating func addSetting(_ setting: CodeSetting) {
    switch setting {
    case .timeout(let seconds): lines.append("request.timeoutInterval = " + CodeSetting.number(seconds))
    case .redirects(nil), .version(.http1), .version(.http2): break
    case .noRedirects:
      delegate = """
        final class NoRedirects: NSObject, URLSessionTaskDelegate {
          func urlSession(
            _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
            newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
          ) {
            completionHandler(nil)
          }
        }

        """
    default: notes.append(setting.missing("URLSession"))
    }
  }

  var program: CodeProgram {
    let session =
      delegate.isEmpty
      ? "URLSession.shared" : "URLSession(configuration: .default, delegate: NoRedirects(), delegateQueue: nil)"
    let all =
      lines + [
        "let (data, response) = try await \(session).data(for: request)",
        "print((response as? HTTPURLResponse)?.statusCode ?? 0)", Swift.printing,
      ]
    return CodeProgram(
      start: "import Foundation\n#if canImport(FoundationNetworking)\n  import FoundationNetworking\n#endif",
      text: delegate + all.joined(separator: "\n"), notes: notes)
  }
}
