struct PHPGuzzle {
  let request: CodeRequest
  private var options: [String] = []
  private var curl: [String] = []
  private var notes: [String] = []

  init(_ request: CodeRequest) {
    self.request = request
    addMessage()
    for setting in request.settings { addSetting(setting) }
    if request.hasDotSegments { curl.append("CURLOPT_PATH_AS_IS => true") }
    if request.hasBrackets { notes.append("Guzzle escapes [ and ] in the URL.") }
    if request.target.query == "" { notes.append("Guzzle leaves out the empty query.") }
    if !curl.isEmpty { options.append("'curl' => [\(curl.joined(separator: ", "))]") }
  }

  private mutating func addMessage() {
    let headers = request.headersBesideParts
    if !headers.isEmpty {
      let rows = headers.grouped.map { name, values in
        let value = values.map(PHP.quoted).joined(separator: ", ")
        return "        \(PHP.quoted(name)) => \(values.count == 1 ? value : "[\(value)]"),\n"
      }
      options.append("'headers' => [\n" + rows.joined() + "    ]")
    }
    if let plainParts = request.plainParts {
      options.append("'multipart' => [\n" + plainParts.map(part).joined() + "    ]")
    } else if let path = request.bodyFile {
      options.append("'body' => fopen(\(PHP.quoted(path)), 'rb')")
    } else if let body = PHP.bytes.body(request.body) {
      options.append("'body' => " + body)
    }
  }

  private func part(_ part: Parameter) -> String {
    var row = "'name' => \(PHP.quoted(part.name)), 'contents' => "
    row += part.file.map { "fopen(\(PHP.quoted($0)), 'rb')" } ?? PHP.quoted(part.value)
    if let name = part.partFileName { row += ", 'filename' => " + PHP.quoted(name) }
    if let type = part.contentType { row += ", 'headers' => ['Content-Type' => \(PHP.quoted(type))]" }
    return "        [\(row)],\n"
  }

  private mutating func addSetting(_ setting: CodeSetting) {
    switch setting {
    case .basic(let login):
      options.append("'auth' => [\(PHP.quoted(login.name)), \(PHP.quoted(login.password))]")
    case .login(.digest(let name, let password)):
      options.append("'auth' => [\(PHP.quoted(name)), \(PHP.quoted(password)), 'digest']")
    case .login(.ntlm(let name, let password, let domain)):
      let user = PHP.quoted((domain.map { $0 + "\\" } ?? "") + name)
      options.append("'auth' => [\(user), \(PHP.quoted(password)), 'ntlm']")
    case .timeout(let seconds): options.append("'timeout' => " + CodeSetting.number(seconds))
    case .connectTimeout(let seconds): options.append("'connect_timeout' => " + CodeSetting.number(seconds))
    case .redirects(let limit):
      if let limit { options.append("'allow_redirects' => ['max' => \(limit)]") }
    case .noRedirects: options.append("'allow_redirects' => false")
    case .unverified: options.append("'verify' => false")
    case .authorities(let path): options.append("'verify' => " + PHP.quoted(path))
    case .certificate(let certificate): addCertificate(certificate)
    default: addRoute(setting)
    }
  }

  private mutating func addCertificate(_ certificate: CodeCertificate) {
    func file(_ path: String) -> String {
      certificate.passphrase.map { "[\(PHP.quoted(path)), \(PHP.quoted($0))]" } ?? PHP.quoted(path)
    }
    options.append("'cert' => " + file(certificate.path))
    if certificate.isPKCS12 { curl.append("CURLOPT_SSLCERTTYPE => 'P12'") }
    if let key = certificate.key { options.append("'ssl_key' => " + file(key)) }
  }

  private mutating func addRoute(_ setting: CodeSetting) {
    switch setting {
    case .proxy(let url): options.append("'proxy' => " + PHP.quoted(url ?? ""))
    case .version(.http1): options.append("'version' => '1.1'")
    case .version(.http2): options.append("'version' => '2.0'")
    case .unixSocket(let path): curl.append("CURLOPT_UNIX_SOCKET_PATH => " + PHP.quoted(path))
    default: notes.append(setting.missing("Guzzle"))
    }
  }

  var program: CodeProgram {
    let all = options + ["'http_errors' => false"]
    let code = """
      $client = new GuzzleHttp\\Client();
      $response = $client->request(\(PHP.quoted(request.method)), \(PHP.quoted(request.url)), [
      \(all.map { "    \($0)," }.joined(separator: "\n"))
      ]);
      echo $response->getStatusCode(), "\\n", $response->getBody(), "\\n";
      """
    return CodeProgram(start: "<?php\nrequire 'vendor/autoload.php';", text: code, notes: notes)
  }
}
