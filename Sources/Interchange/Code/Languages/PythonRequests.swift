struct PythonRequests {
  let request: CodeRequest
  private var message: [String] = []
  private var sending: [String] = []
  private var session: [String] = []
  private var notes: [String] = []

  init(_ request: CodeRequest) {
    self.request = request
    addMessage()
    for setting in request.settings { addSetting(setting) }
  }

  private mutating func addMessage() {
    let headers = request.headersBesideParts
    if !headers.isEmpty { message.append("headers=" + Python.dictionary(headers.joined)) }
    notes += headers.joiningNote("requests")
    message += Python.body(request, bytes: "data")
  }

  private mutating func addSetting(_ setting: CodeSetting) {
    switch setting {
    case .basic(let login):
      message.append("auth=(\(Python.text.quoted(login.name)), \(Python.text.quoted(login.password)))")
    case .login(.digest(let name, let password)):
      message.append("auth=requests.auth.HTTPDigestAuth(\(Python.text.quoted(name)), \(Python.text.quoted(password)))")
    case .timeout(let seconds): sending.append("timeout=" + CodeSetting.number(seconds))
    case .redirects(nil): break
    case .redirects(let limit?): session.append("session.max_redirects = \(limit)")
    case .noRedirects: sending.append("allow_redirects=False")
    case .unverified: sending.append("verify=False")
    case .authorities(let path): sending.append("verify=" + Python.text.quoted(path))
    case .certificate(let certificate) where !certificate.isPKCS12 && certificate.passphrase == nil:
      sending.append("cert=" + Python.certificate(certificate))
    case .proxy(let url?):
      let value = Python.text.quoted(url)
      sending.append("proxies={\"http\": \(value), \"https\": \(value)}")
    case .proxy(nil): session.append("session.trust_env = False")
    case .version(.http1): break
    default: notes.append(setting.missing("requests"))
    }
  }

  var program: CodeProgram {
    let code = request.isURLChangedByParsers || request.hasNeedlessEscapes ? exact : usual
    return CodeProgram(
      start: Python.imports(["requests"], for: code),
      text: code + "\nprint(response.status_code)\nprint(response.text)",
      notes: notes + urlNotes)
  }

  /// Notes about changes that `urllib3` makes to every URL.
  private var urlNotes: [String] {
    let escapes = request.url.parts(separatedBy: "%").dropFirst().map { $0.prefix(2) }
    let hasSmall = escapes.contains { $0 != $0.uppercased() }
    let changes = [
      hasSmall ? "writes percent escapes in capitals" : nil,
      request.hasBrackets ? "escapes [ and ]" : nil,
    ].compactMap(\.self)
    return changes.isEmpty ? [] : ["requests \(changes.joined(separator: " and ")) in the URL."]
  }

  private var usual: String {
    let place = [Python.text.quoted(request.method), Python.text.quoted(request.url)]
    if session.isEmpty { return "response = " + Python.call("requests.request", place + message + sending) }
    return "session = requests.Session()\n" + session.joined(separator: "\n") + "\nresponse = "
      + Python.call("session.request", place + message + sending)
  }

  /// `requests` would decode `%41`, remove dot segments and drop an empty query.
  private var exact: String {
    let place = [Python.text.quoted(request.method), Python.text.quoted(request.url)]
    return """
      class ExactURL(requests.PreparedRequest):
          # requests would normalize the URL.
          path_url = \(Python.text.quoted(request.requestTarget))

      request = ExactURL()
      \(Python.call("request.prepare", place + message))
      session = requests.Session()
      \((session + ["response = " + Python.call("session.send", ["request"] + sending)]).joined(separator: "\n"))
      """
  }
}
