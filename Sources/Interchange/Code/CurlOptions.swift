/// A request as options of libcurl, for the languages that have it.
struct CurlOptions {
  enum Value: Equatable {
    case text(String)
    case number(String)
    /// The name of a constant.
    case constant(String)
    case flag(Bool)
  }

  let request: CodeRequest
  /// Whether the library builds the form, and sets its `Content-Type`.
  let hasOwnForm: Bool
  private(set) var rows: [(name: String, value: Value)] = []
  private(set) var notes: [String] = []

  init(_ request: CodeRequest, hasOwnForm: Bool) {
    (self.request, self.hasOwnForm) = (request, hasOwnForm)
    addMethod()
    for setting in request.settings { addSetting(setting) }
    // libcurl removes dot segments.
    if request.hasDotSegments { add("PATH_AS_IS", .flag(true)) }
  }

  /// The lines of `CURLOPT_HTTPHEADER`. A name with a colon alone keeps libcurl from adding the header.
  var headerLines: [String] {
    let headers = request.headers(hasOwnForm: hasOwnForm)
    let added = !request.hasBody ? [] : hasOwnForm ? ["Expect"] : ["Content-Type", "Expect"]
    // With a semicolon, a header is sent without a value.
    return headers.map { $0.value.allSatisfy(\.isWhitespace) ? $0.name + ";" : $0.name + ": " + $0.value }
      + added.filter { headers.first($0) == nil }.map { $0 + ":" }
  }

  private mutating func add(_ name: String, _ value: Value) { rows.append((name, value)) }

  private mutating func addMethod() {
    switch (request.method, request.hasBody) {
    case ("GET", false), ("POST", true): break
    case ("HEAD", false): add("NOBODY", .flag(true))
    default: add("CUSTOMREQUEST", .text(request.method))
    }
  }

  private mutating func addSetting(_ setting: CodeSetting) {
    switch setting {
    case .basic(let login): add("USERPWD", .text(login.text))
    case .login(let login): addLogin(login)
    case .timeout(let seconds): add("TIMEOUT_MS", .number(CodeSetting.milliseconds(seconds)))
    case .connectTimeout(let seconds): add("CONNECTTIMEOUT_MS", .number(CodeSetting.milliseconds(seconds)))
    case .redirects(let limit):
      add("FOLLOWLOCATION", .flag(true))
      if let limit { add("MAXREDIRS", .number(String(limit))) }
    case .noRedirects: break
    case .unverified:
      add("SSL_VERIFYPEER", .flag(false))
      add("SSL_VERIFYHOST", .number("0"))
    case .authorities(let path): add("CAINFO", .text(path))
    case .minimumTLS(let version):
      add("SSLVERSION", .constant("CURL_SSLVERSION_TLSv" + version.replacingExactly(".", with: "_")))
    case .certificate(let certificate): addCertificate(certificate)
    default: addRoute(setting)
    }
  }

  private mutating func addLogin(_ login: OutgoingMessage.Login) {
    let (kind, user) =
      switch login {
      case .digest(let name, let password): ("DIGEST", name + ":" + password)
      case .ntlm(let name, let password, let domain): ("NTLM", (domain.map { $0 + "\\" } ?? "") + name + ":" + password)
      case .negotiate: ("NEGOTIATE", ":")
      }
    add("HTTPAUTH", .constant("CURLAUTH_" + kind))
    add("USERPWD", .text(user))
  }

  private mutating func addCertificate(_ certificate: CodeCertificate) {
    add("SSLCERT", .text(certificate.path))
    if certificate.isPKCS12 { add("SSLCERTTYPE", .text("P12")) }
    if let key = certificate.key { add("SSLKEY", .text(key)) }
    if let passphrase = certificate.passphrase { add("KEYPASSWD", .text(passphrase)) }
  }

  private mutating func addRoute(_ setting: CodeSetting) {
    switch setting {
    case .proxy(let url?): add("PROXY", .text(url))
    case .proxy(nil): add("NOPROXY", .text("*"))
    case .proxyExceptions(let hosts): add("NOPROXY", .text(hosts.joined(separator: ",")))
    case .unixSocket(let path): add("UNIX_SOCKET_PATH", .text(path))
    case .version(.http1): add("HTTP_VERSION", .constant("CURL_HTTP_VERSION_1_1"))
    case .version(.http2): add("HTTP_VERSION", .constant("CURL_HTTP_VERSION_2_0"))
    case .version(.http2PriorKnowledge): add("HTTP_VERSION", .constant("CURL_HTTP_VERSION_2_PRIOR_KNOWLEDGE"))
    case .other("interface", let name): add("INTERFACE", .text(name))
    case .other("ipVersion", let version): add("IPRESOLVE", .constant("CURL_IPRESOLVE_V" + version))
    case .other("pinnedKeys", let keys): add("PINNEDPUBLICKEY", .text(keys))
    case .other("netrc", let path):
      add("NETRC", .constant("CURL_NETRC_REQUIRED"))
      if path != CodeRequest.usualNetrc { add("NETRC_FILE", .text(path)) }
    default: notes.append(setting.missing("This program"))
    }
  }
}
