internal import Foundation

struct CSharp {
  let request: CodeRequest
  private var handler: [String] = []
  private var tls: [String] = []
  private var client: [String] = []
  private var message: [String] = []
  private var notes: [String] = []

  static let text = CodeText.unicode4
  static let bytes = CodeBytes(
    text: { "Encoding.UTF8.GetBytes(\(string($0)))" },
    binary: { "Convert.FromBase64String(\"\($0.base64EncodedString())\")" },
    file: { "File.ReadAllBytes(\(text.quoted($0)))" },
    join: { "[\n" + $0.map { "    .. \($0),\n" }.joined() + "]" })

  /// A literal of one or several lines: C# 11's raw strings have as many quotes as it takes.
  static func string(_ text: String) -> String {
    guard CodeText.isVerbatim(text) else { return Self.text.quoted(text) }
    var run = 2
    while text.containsExactly(String(repeating: "\"", count: run + 1)) { run += 1 }
    let quotes = String(repeating: "\"", count: run + 1)
    return quotes + "\n" + text + "\n" + quotes
  }

  init(_ request: CodeRequest) {
    self.request = request
    for setting in request.settings { addSetting(setting) }
    if request.headers.contains(where: { $0.value.utf8.contains { $0 >= 0x80 } }) {
      handler.append("RequestHeaderEncodingSelector = (_, _) => Encoding.UTF8")
    }
    if !tls.isEmpty { handler.append("SslOptions = { \(tls.joined(separator: ", ")) }") }
  }

  private mutating func addSetting(_ setting: CodeSetting) {
    switch setting {
    case .login(let login): addLogin(login)
    case .timeout(let seconds): client.append("Timeout = TimeSpan.FromSeconds(\(CodeSetting.number(seconds)))")
    case .connectTimeout(let seconds):
      handler.append("ConnectTimeout = TimeSpan.FromSeconds(\(CodeSetting.number(seconds)))")
    case .basic, .redirects(nil): break
    case .redirects(let limit?): handler.append("MaxAutomaticRedirections = \(limit)")
    case .noRedirects: handler.append("AllowAutoRedirect = false")
    case .unverified: tls.append("RemoteCertificateValidationCallback = (_, _, _, _) => true")
    case .other("serverName", let name): tls.append("TargetHost = " + Self.text.quoted(name))
    case .minimumTLS("1.3"): tls.append("EnabledSslProtocols = SslProtocols.Tls13")
    case .minimumTLS("1.2"): tls.append("EnabledSslProtocols = SslProtocols.Tls12 | SslProtocols.Tls13")
    case .certificate(let certificate): addCertificate(certificate)
    case .proxy(let url?):
      handler.append("Proxy = new WebProxy(\(Self.text.quoted(url)))")
      if url.contains("@") { notes.append("The login of the proxy is left out.") }
    case .proxy(nil): handler.append("UseProxy = false")
    case .version(let version):
      message.append("Version = new Version(\(version == .http1 ? "1, 1" : "2, 0"))")
      if version != .http2 { message.append("VersionPolicy = HttpVersionPolicy.RequestVersionExact") }
    default: notes.append(setting.missing("HttpClient"))
    }
  }

  private mutating func addLogin(_ login: OutgoingMessage.Login) {
    switch login {
    case .digest(let name, let password), .ntlm(let name, let password, nil):
      handler.append("Credentials = new NetworkCredential(\(Self.text.quoted(name)), \(Self.text.quoted(password)))")
    case .ntlm(let name, let password, let domain?):
      let words = [name, password, domain].map(Self.text.quoted).joined(separator: ", ")
      handler.append("Credentials = new NetworkCredential(\(words))")
    case .negotiate: handler.append("Credentials = CredentialCache.DefaultCredentials")
    }
  }

  private mutating func addCertificate(_ certificate: CodeCertificate) {
    let path = Self.text.quoted(certificate.path)
    let key = Self.text.quoted(certificate.key ?? certificate.path)
    let loaded =
      switch (certificate.isPKCS12, certificate.passphrase) {
      case (true, let passphrase): "new X509Certificate2(\(path), \(passphrase.map(Self.text.quoted) ?? "null"))"
      case (false, nil): "X509Certificate2.CreateFromPemFile(\(path), \(key))"
      case (false, let passphrase?):
        "X509Certificate2.CreateFromEncryptedPemFile(\(path), \(Self.text.quoted(passphrase)), \(key))"
      }
    tls.append("ClientCertificates = [\(loaded)]")
  }

  var program: CodeProgram {
    let names = ["client", "request", "response"]
    let clientArguments = handler.isEmpty ? "" : "new SocketsHttpHandler\n{\n\(block(handler))}"
    let lines =
      [
        "using var \(names[0]) = new HttpClient(\(clientArguments))\(initializer(client));",
        "using var \(names[1]) = new HttpRequestMessage(new HttpMethod(\(Self.text.quoted(request.method))), \(uri))\(initializer(message));",
      ] + content + headers + [
        "using var response = await client.SendAsync(request);", "Console.WriteLine((int)response.StatusCode);",
        "Console.WriteLine(await response.Content.ReadAsStringAsync());",
      ]
    let code = lines.joined(separator: "\n")
    let all = [
      ("AuthenticationHeaderValue(", "System.Net.Http.Headers"), ("WebProxy", "System.Net"),
      ("NetworkCredential", "System.Net"), ("CredentialCache", "System.Net"),
      ("SslProtocols.", "System.Security.Authentication"),
      ("X509Certificate2", "System.Security.Cryptography.X509Certificates"),
      ("Encoding.", "System.Text"),
    ]
    let used = all.filter { code.contains($0.0) }.map(\.1)
    let imports = Set(["System", "System.IO", "System.Net.Http"] + used).sorted().map { "using \($0);" }
    return CodeProgram(
      start: imports.joined(separator: "\n"), text: code, notes: request.headers.joiningNote("HttpClient") + notes)
  }

  private func block(_ rows: [String]) -> String { rows.map { "    \($0),\n" }.joined() }

  private func initializer(_ rows: [String]) -> String { rows.isEmpty ? "" : "\n{\n\(block(rows))}" }

  /// `Uri` would decode escapes and remove dot segments.
  private var uri: String {
    let text = Self.text.quoted(request.url)
    guard request.isURLChangedByParsers || request.url.contains("%") else { return text }
    return "new Uri(\(text), new UriCreationOptions { DangerousDisablePathAndQueryCanonicalization = true })"
  }

  private var ownParts: [Parameter]? {
    request.plainParts.flatMap { parts in
      parts.allSatisfy { ($0.name + ($0.partFileName ?? "")).utf8.allSatisfy { $0 < 0x80 } } ? parts : nil
    }
  }

  private var content: [String] {
    if let parts = ownParts {
      return ["var form = new MultipartFormDataContent();"] + parts.flatMap(lines) + ["request.Content = form;"]
    }
    if let path = request.bodyFile {
      return ["request.Content = new StreamContent(File.OpenRead(\(Self.text.quoted(path))));"]
    }
    if let body = Self.bytes.body(request.body) { return ["request.Content = new ByteArrayContent(\(body));"] }
    // Headers of a body need one.
    return request.headers.contains(where: isContentHeader) ? ["request.Content = new ByteArrayContent([]);"] : []
  }

  /// The names are in quotes, which `MultipartFormDataContent` adds only where it has to.
  private func lines(_ part: Parameter) -> [String] {
    let name = Self.text.quoted("\"\(part.name)\"")
    guard let file = part.file else {
      return ["form.Add(new ByteArrayContent(\(Self.bytes.literal(Data(part.value.utf8)))), \(name));"]
    }
    let fileName = Self.text.quoted("\"\(part.partFileName ?? "")\"")
    let content = "new StreamContent(File.OpenRead(\(Self.text.quoted(file))))"
    guard let type = part.contentType else { return ["form.Add(\(content), \(name), \(fileName));"] }
    let headers = "{ Headers = { { \"Content-Type\", \(Self.text.quoted(type)) } } }"
    return ["form.Add(\(content) \(headers), \(name), \(fileName));"]
  }

  private func isContentHeader(_ header: Header) -> Bool {
    let name = header.name.lowercased()
    return name.hasPrefix("content-") || ["allow", "expires", "last-modified"].contains(name)
  }

  private var headers: [String] {
    let login = request.basicLogin.map { login in
      let encoded = "Convert.ToBase64String(Encoding.UTF8.GetBytes(\(Self.text.quoted(login.text))))"
      return ["request.Headers.Authorization = new AuthenticationHeaderValue(\"Basic\", \(encoded));"]
    }
    return (login ?? [])
      + request.headers(hasOwnForm: ownParts != nil).map { header in
        let place = isContentHeader(header) ? "request.Content.Headers" : "request.Headers"
        return "\(place).TryAddWithoutValidation(\(Self.text.quoted(header.name)), \(Self.text.quoted(header.value)));"
      }
  }
}
