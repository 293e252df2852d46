internal import Foundation

struct PowerShell {
  let request: CodeRequest
  private var options: [String] = []
  private var before: [String] = []
  private var notes: [String] = []

  /// Typographic quotes end a string, too.
  static let text = CodeText(
    backslash: "\\", newline: "`n",
    special: [
      "\"": "`\"", "`": "``", "$": "`$", "\r": "`r", "\t": "`t", "\u{201C}": "`u{201c}", "\u{201D}": "`u{201d}",
      "\u{201E}": "`u{201e}",
    ]
  ) { "`u{" + CodeText.hex($0, digits: 1) + "}" }

  static let bytes = CodeBytes(
    text: { "[Text.Encoding]::UTF8.GetBytes(\(string($0)))" },
    binary: { "[Convert]::FromBase64String('\($0.base64EncodedString())')" },
    file: { "[IO.File]::ReadAllBytes((Resolve-Path -LiteralPath \(quoted($0))))" },
    join: { "[byte[]](\n" + $0.map { "        \($0)" }.joined(separator: " +\n") + "\n    )" })

  /// Single quotes if nothing has to be escaped.
  static func quoted(_ text: String) -> String {
    let quotes = "'\u{2018}\u{2019}\u{201A}\u{201B}".unicodeScalars
    let isPlain = text.unicodeScalars.allSatisfy { !quotes.contains($0) && !CodeText.isInvisible($0) }
    return isPlain ? "'" + text + "'" : Self.text.quoted(text)
  }

  /// A literal of one or several lines.
  static func string(_ text: String) -> String {
    let ends = text.parts(separatedBy: "\n").contains { $0.unicodeScalars.dropFirst().first == "@" }
    return CodeText.isVerbatim(text) && !ends ? "@'\n\(text)\n'@" : quoted(text)
  }

  init(_ request: CodeRequest) {
    self.request = request
    let known = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "MERGE"].contains(request.method)
    options += [
      "\(known ? "Method" : "CustomMethod") = \(Self.quoted(request.method))", "Uri = \(Self.quoted(request.url))",
    ]
    addMessage()
    for setting in request.settings { addSetting(setting) }
    if request.isURLChangedByParsers { notes.append("Invoke-WebRequest normalizes the URL.") }
  }

  private mutating func addMessage() {
    let headers = request.headersWithForm
    notes += headers.joiningNote("Invoke-WebRequest")
    let own = headers.joined.filter { $0.name.lowercased() != "content-type" }
    if !own.isEmpty {
      let rows = own.map { "        \(Self.quoted($0.name)) = \(Self.quoted($0.value))\n" }
      options.append("Headers = [ordered]@{\n" + rows.joined() + "    }")
    }
    if let type = headers.first("Content-Type") { options.append("ContentType = " + Self.quoted(type)) }
    if let path = request.bodyFile {
      options.append("InFile = " + Self.quoted(path))
    } else if let body = Self.bytes.body(request.body) {
      options.append("Body = " + body)
    }
    if request.hasBody, headers.first("Content-Type") == nil {
      notes.append("Invoke-WebRequest adds Content-Type: application/x-www-form-urlencoded.")
    }
  }

  private mutating func addSetting(_ setting: CodeSetting) {
    switch setting {
    case .login(.negotiate): options.append("UseDefaultCredentials = $true")
    case .login(.digest(let name, let password)), .login(.ntlm(let name, let password, nil)): addLogin(name, password)
    case .login(.ntlm(let name, let password, let domain?)): addLogin(domain + "\\" + name, password)
    case .timeout(let seconds): options.append("TimeoutSec = \(Int(min(seconds, 1e9).rounded(.up)))")
    case .redirects(nil), .version(.http1): break
    case .redirects(let limit?): options.append("MaximumRedirection = \(limit)")
    case .noRedirects: options += ["MaximumRedirection = 0", "ErrorAction = 'SilentlyContinue'"]
    case .unverified: options.append("SkipCertificateCheck = $true")
    case .certificate(let certificate) where certificate.isPKCS12 || certificate.passphrase == nil:
      addCertificate(certificate)
    case .minimumTLS("1.3"): options.append("SslProtocol = 'Tls13'")
    case .minimumTLS("1.2"): options.append("SslProtocol = 'Tls12, Tls13'")
    case .proxy(let url?): options.append("Proxy = " + Self.quoted(url))
    case .proxy(nil): options.append("NoProxy = $true")
    case .version: options.append("HttpVersion = '2.0'")
    case .unixSocket(let path): options.append("UnixSocket = " + Self.quoted(path))
    default: notes.append(setting.missing("Invoke-WebRequest"))
    }
  }

  private mutating func addLogin(_ name: String, _ password: String) {
    before.append("$password = ConvertTo-SecureString \(Self.quoted(password)) -AsPlainText -Force")
    options += [
      "Credential = [PSCredential]::new(\(Self.quoted(name)), $password)", "AllowUnencryptedAuthentication = $true",
    ]
  }

  private mutating func addCertificate(_ certificate: CodeCertificate) {
    let type = "[Security.Cryptography.X509Certificates.X509Certificate2]"
    let path = Self.quoted(certificate.path)
    let loaded =
      certificate.isPKCS12
      ? "new((Resolve-Path \(path)).Path, \(Self.quoted(certificate.passphrase ?? "")))"
      : "CreateFromPemFile(\(path), \(Self.quoted(certificate.key ?? certificate.path)))"
    options.append("Certificate = \(type)::\(loaded)")
  }

  var program: CodeProgram {
    let all = options + ["SkipHeaderValidation = $true", "SkipHttpErrorCheck = $true"]
    let code =
      (before + [
        """
        $request = @{
        \(all.map { "    " + $0 }.joined(separator: "\n"))
        }
        $response = Invoke-WebRequest @request
        $response.StatusCode
        $response.Content
        """
      ]).joined(separator: "\n")
    return CodeProgram(start: "#Requires -Version 7.4", text: code, notes: notes)
  }
}
