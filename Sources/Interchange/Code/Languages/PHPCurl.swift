internal import RequestBasics
internal import RequestModel

extension CodeTarget {
  static let phpCurl = CodeTarget("php-curl", "PHP with curl", fileExtension: "php") { PHPCurl($0).program }
}

private struct PHPCurl {
  let request: CodeRequest
  private var options: [String] = []
  private var notes: [String] = []

  init(_ request: CodeRequest) {
    self.request = request
    addMessage()
    for setting in request.settings { add(setting) }
    let path = request.target.path.lowercased().replacingExactly("%2e", with: ".")
    if path.containsExactly("/.") { options.append("CURLOPT_PATH_AS_IS => true") }
  }

  private mutating func addMessage() {
    let parts = formFields
    switch (request.method, request.hasBody) {
    case ("GET", false), ("POST", true): break
    case ("HEAD", false): options.append("CURLOPT_NOBODY => true")
    default: options.append("CURLOPT_CUSTOMREQUEST => " + PHP.quoted(request.method))
    }
    var headers =
      parts == nil ? request.headersWithForm : request.headers.filter { $0.name.lowercased() != "content-type" }
    if request.hasBody {
      // Without a value, curl does not add these.
      let added = parts == nil ? ["Content-Type", "Expect"] : ["Expect"]
      headers += added.filter { headers.first($0) == nil }.map { Header($0 + ":", "") }
    }
    if !headers.isEmpty {
      let rows = headers.map { "        " + PHP.quoted(line($0)) + ",\n" }
      options.append("CURLOPT_HTTPHEADER => [\n" + rows.joined() + "    ]")
    }
    if let body = parts ?? PHP.bytes.body(request.body) { options.append("CURLOPT_POSTFIELDS => " + body) }
  }

  /// curl sends a header without a value if a semicolon ends its name.
  private func line(_ header: Header) -> String {
    if header.name.endsExactly(with: ":") { return header.name }
    return header.value.allSatisfy(\.isWhitespace) ? header.name + ";" : header.name + ": " + header.value
  }

  /// Parts as an array, where each name occurs once.
  private var formFields: String? {
    guard let parts = request.plainParts, Set(parts.map(\.name)).count == parts.count else { return nil }
    let rows = parts.map { part -> String in
      let file = part.file.map { file in
        let type = part.contentType.map(PHP.quoted) ?? "null"
        return "new CURLFile(\(PHP.quoted(file)), \(type), \(PHP.quoted(part.partFileName ?? "")))"
      }
      return "        \(PHP.quoted(part.name)) => \(file ?? PHP.quoted(part.value)),\n"
    }
    return "[\n" + rows.joined() + "    ]"
  }

  private mutating func add(_ setting: CodeSetting) {
    switch setting {
    case .login(let login): add(login)
    case .timeout(let seconds): options.append("CURLOPT_TIMEOUT_MS => " + CodeSetting.milliseconds(seconds))
    case .connectTimeout(let seconds):
      options.append("CURLOPT_CONNECTTIMEOUT_MS => " + CodeSetting.milliseconds(seconds))
    case .redirects(let limit):
      options.append("CURLOPT_FOLLOWLOCATION => true")
      if let limit { options.append("CURLOPT_MAXREDIRS => \(limit)") }
    case .noRedirects: break
    case .unverified: options += ["CURLOPT_SSL_VERIFYPEER => false", "CURLOPT_SSL_VERIFYHOST => 0"]
    case .authorities(let path): options.append("CURLOPT_CAINFO => " + PHP.quoted(path))
    case .minimumTLS(let version):
      options.append("CURLOPT_SSLVERSION => CURL_SSLVERSION_TLSv" + version.replacingExactly(".", with: "_"))
    case .certificate(let certificate): add(certificate)
    default: addRoute(setting)
    }
  }

  private mutating func add(_ login: OutgoingMessage.Login) {
    switch login {
    case .digest(let name, let password):
      options += ["CURLOPT_HTTPAUTH => CURLAUTH_DIGEST", "CURLOPT_USERPWD => " + PHP.quoted(name + ":" + password)]
    case .ntlm(let name, let password, let domain):
      let user = domain.map { $0 + "\\" + name } ?? name
      options += ["CURLOPT_HTTPAUTH => CURLAUTH_NTLM", "CURLOPT_USERPWD => " + PHP.quoted(user + ":" + password)]
    case .negotiate: options += ["CURLOPT_HTTPAUTH => CURLAUTH_NEGOTIATE", "CURLOPT_USERPWD => ':'"]
    }
  }

  private mutating func add(_ certificate: CodeCertificate) {
    options.append("CURLOPT_SSLCERT => " + PHP.quoted(certificate.path))
    if certificate.isPKCS12 { options.append("CURLOPT_SSLCERTTYPE => 'P12'") }
    if let key = certificate.key { options.append("CURLOPT_SSLKEY => " + PHP.quoted(key)) }
    if let passphrase = certificate.passphrase { options.append("CURLOPT_KEYPASSWD => " + PHP.quoted(passphrase)) }
  }

  private mutating func addRoute(_ setting: CodeSetting) {
    switch setting {
    case .proxy(let url?): options.append("CURLOPT_PROXY => " + PHP.quoted(url))
    case .proxy(nil): options.append("CURLOPT_NOPROXY => '*'")
    case .proxyExceptions(let hosts): options.append("CURLOPT_NOPROXY => " + PHP.quoted(hosts.joined(separator: ",")))
    case .unixSocket(let path): options.append("CURLOPT_UNIX_SOCKET_PATH => " + PHP.quoted(path))
    case .version(.http1): options.append("CURLOPT_HTTP_VERSION => CURL_HTTP_VERSION_1_1")
    case .version(.http2): options.append("CURLOPT_HTTP_VERSION => CURL_HTTP_VERSION_2_0")
    case .version(.http2PriorKnowledge):
      options.append("CURLOPT_HTTP_VERSION => CURL_HTTP_VERSION_2_PRIOR_KNOWLEDGE")
    case .other("interface", let name): options.append("CURLOPT_INTERFACE => " + PHP.quoted(name))
    default: notes.append(setting.missing("This code"))
    }
  }

  var program: CodeProgram {
    let all = options + ["CURLOPT_RETURNTRANSFER => true"]
    let code = """
      $curl = curl_init(\(PHP.quoted(request.url)));
      curl_setopt_array($curl, [
      \(all.map { "    \($0)," }.joined(separator: "\n"))
      ]);
      $body = curl_exec($curl);
      if ($body === false) {
          fwrite(STDERR, curl_error($curl) . "\\n");
          exit(1);
      }
      echo curl_getinfo($curl, CURLINFO_RESPONSE_CODE), "\\n", $body, "\\n";
      """
    return CodeProgram(start: "<?php", text: code, notes: notes)
  }
}
