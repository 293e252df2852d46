struct PythonHTTPX {
  let request: CodeRequest
  private var client: [String] = []
  private var message: [String] = []
  private var timeout = "30"
  private var follows = true
  private var notes: [String] = []

  init(_ request: CodeRequest) {
    self.request = request
    addMessage()
    for setting in request.settings { addSetting(setting) }
  }

  private mutating func addMessage() {
    let headers = request.headersBesideParts
    if !headers.isEmpty {
      let rows = headers.map { header in

        "        (\(Python.text.quoted(header.name))\(header.isASCII ? "" : ".encode()"), \(Python.header(header.value))),\n"
      }
      message.append("headers=[\n" + rows.joined() + "    ]")
    }
    message += Python.body(request, bytes: "content")
  }

  private mutating func addSetting(_ setting: CodeSetting) {
    switch setting {
    case .basic(let login):
      message.append("auth=(\(Python.text.quoted(login.name)), \(Python.text.quoted(login.password)))")
    case .login(.digest(let name, let password)):
      message.append("auth=httpx.DigestAuth(\(Python.text.quoted(name)), \(Python.text.quoted(password)))")
    case .timeout(let seconds): timeout = CodeSetting.number(seconds)
    case .connectTimeout(let seconds):
      timeout = "httpx.Timeout(\(timeout), connect=\(CodeSetting.number(seconds)))"
    case .redirects(let limit):
      if let limit { client.append("max_redirects=\(limit)") }
    case .noRedirects: follows = false
    case .unverified: client.append("verify=False")
    case .authorities(let path): client.append("verify=" + Python.text.quoted(path))
    case .certificate(let certificate) where !certificate.isPKCS12 && certificate.passphrase == nil:
      client.append("cert=" + Python.certificate(certificate))
    case .proxy(let url?): client.append("proxy=" + Python.text.quoted(url))
    case .proxy(nil): client.append("trust_env=False")
    case .version(.http1): break
    case .version(.http2): client.append("http2=True")
    case .version(.http2PriorKnowledge): client += ["http1=False", "http2=True"]
    case .unixSocket(let path): client.append("transport=httpx.HTTPTransport(uds=\(Python.text.quoted(path)))")
    default: notes.append(setting.missing("httpx"))
    }
  }

  var program: CodeProgram {
    var (message, notes) = (message, notes)
    if request.isURLChangedByParsers {
      // The extension would be sent to the places of redirects, too.
      message.append("extensions={\"target\": \(Python.text.quoted(request.requestTarget)).encode()}")
      if follows { notes.append("Redirects are not followed, so that the URL is sent as it is.") }
    } else if follows {
      message.append("follow_redirects=True")
    }
    let place = [Python.text.quoted(request.method), Python.text.quoted(request.url)]
    let arguments = ["timeout=" + timeout] + client
    let code = """
      client = httpx.Client(\(arguments.joined(separator: ", ")))
      response = \(Python.call("client.request", place + message))
      print(response.status_code)
      print(response.text)
      """
    return CodeProgram(start: Python.imports(["httpx"], for: code), text: code, notes: notes)
  }
}
