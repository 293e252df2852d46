internal import Foundation

struct Ruby {
  let request: CodeRequest
  private var options: [String] = []
  private var proxy = ""
  private var notes: [String] = []

  static let text = CodeText(special: ["#": "\\#"]) { "\\u{" + CodeText.hex($0, digits: 1) + "}" }
  static let bytes = CodeBytes(
    text: string, binary: { "\"\($0.base64EncodedString())\".unpack1(\"m\")" },
    file: { "File.binread(\(quoted($0)))" }, join: { "[\n" + $0.map { "  \($0).b,\n" }.joined() + "].join" })

  /// A number sign is escaped only where it could begin an interpolation.
  static func quoted(_ text: String) -> String {
    let begins = ["#{", "#$", "#@"].contains { text.containsExactly($0) }
    return begins ? Self.text.quoted(text) : CodeText(escape: Self.text.escape).quoted(text)
  }

  /// A literal of one or several lines.
  static func string(_ text: String) -> String {
    let names = ["BODY"] + (1...1000).lazy.map { "BODY\($0)" }
    guard CodeText.isVerbatim(text), let name = names.first(where: { !text.containsExactly($0) }) else {
      return quoted(text)
    }
    let endsLine = text.endsExactly(with: "\n")
    return "<<'\(name)'\(endsLine ? "" : ".chomp")\n\(text)\(endsLine ? "" : "\n")\(name)"
  }

  init(_ request: CodeRequest) {
    self.request = request
    for setting in request.settings { addSetting(setting) }
  }

  private mutating func addSetting(_ setting: CodeSetting) {
    switch setting {
    case .timeout(let seconds):
      options += ["read", "write"].map { "http.\($0)_timeout = \(CodeSetting.number(seconds))" }
    case .connectTimeout(let seconds): options.append("http.open_timeout = " + CodeSetting.number(seconds))
    case .basic, .noRedirects, .version(.http1): break
    case .redirects: notes.append(CodeSetting.redirects(limit: nil).missing("Net::HTTP"))
    case .unverified: options.append("http.verify_mode = OpenSSL::SSL::VERIFY_NONE")
    case .authorities(let path): options.append("http.ca_file = " + Self.quoted(path))
    case .minimumTLS(let version):
      options.append("http.min_version = OpenSSL::SSL::TLS\(version.replacingExactly(".", with: "_"))_VERSION")
    case .certificate(let certificate): addCertificate(certificate)
    case .proxy(nil): proxy = ", nil"
    case .proxy(let url?):
      options.insert("proxy = URI(\(Self.quoted(url)))", at: 0)
      proxy = ", proxy.host, proxy.port, proxy.user, proxy.password"
    default: notes.append(setting.missing("Net::HTTP"))
    }
  }

  private mutating func addCertificate(_ certificate: CodeCertificate) {
    let passphrase = certificate.passphrase.map { ", " + Self.quoted($0) } ?? ""
    if certificate.isPKCS12 {
      options.append("client = OpenSSL::PKCS12.new(File.binread(\(Self.quoted(certificate.path)))\(passphrase))")
      options += ["http.cert = client.certificate", "http.key = client.key"]
    } else {
      options.append("http.cert = OpenSSL::X509::Certificate.new(File.read(\(Self.quoted(certificate.path))))")
      let key = Self.quoted(certificate.key ?? certificate.path)
      options.append("http.key = OpenSSL::PKey.read(File.read(\(key))\(passphrase))")
    }
  }

  var program: CodeProgram {
    let target = request.target
    let host = String(target.host.drop { $0 == "[" }.prefix { $0 != "]" })
    let before = options.filter { $0.hasPrefix("proxy = ") }
    let connection =
      ["http = Net::HTTP.new(\(Self.quoted(host)), \(target.port)\(proxy))"]
      + (target.scheme == "https" ? ["http.use_ssl = true"] : []) + options.filter { !$0.hasPrefix("proxy = ") }
    let sending = ["response = http.request(request)", "puts response.code", "puts response.body"]
    let headers = request.headersWithForm
    let code = (before + [creation] + bodyLines + connection + sending).joined(separator: "\n")
    return CodeProgram(
      start: "require \"net/http\"", text: code, notes: headers.joiningNote("Net::HTTP") + notes)
  }

  private var headers: [Header] { request.headers(hasOwnForm: request.plainParts != nil) }

  private var creation: String {
    let known = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"]
    let path = Self.quoted(request.requestTarget)
    let hasResponseBody = request.method != "HEAD"
    let start =
      known.contains(request.method)
      ? "request = Net::HTTP::\(request.method.capitalized).new(\(path))"
      : "request = Net::HTTPGenericRequest.new(\(Self.quoted(request.method)), \(request.hasBody), \(hasResponseBody), \(path))"
    let login = request.basicLogin.map {
      "request.basic_auth \(Self.quoted($0.name)), \(Self.quoted($0.password))"
    }
    return
      ([start, login].compactMap(\.self)
      + headers.joined.map { "request[\(Self.quoted($0.name))] = \(Self.quoted($0.value))" })
      .joined(separator: "\n")
  }

  private var bodyLines: [String] {
    if let parts = request.plainParts { return [form(parts)] }
    guard request.hasBody else { return [] }
    let type =
      headers.first("Content-Type") == nil
      ? ["# Keeps Net::HTTP from adding a Content-Type.", "def request.supply_default_content_type; end"] : []
    return type + ["request.body = " + (Self.bytes.body(request.body) ?? "")]
  }

  private func form(_ parts: [Parameter]) -> String {
    let rows = parts.map { part -> String in
      guard let file = part.file else { return "  [\(Self.quoted(part.name)), \(Self.quoted(part.value))],\n" }
      let type = part.contentType.map { ", content_type: " + Self.quoted($0) } ?? ""
      let options = "{ filename: \(Self.quoted(part.partFileName ?? ""))\(type) }"
      return "  [\(Self.quoted(part.name)), File.open(\(Self.quoted(file)), \"rb\"), \(options)],\n"
    }
    return "request.set_form([\n" + rows.joined() + "], \"multipart/form-data\")"
  }
}
