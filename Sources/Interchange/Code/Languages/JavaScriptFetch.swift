struct JavaScriptFetch {
  let request: CodeRequest
  private var options: [String] = []
  private var before: [String] = []
  private var notes: [String] = []

  init(_ request: CodeRequest) {
    self.request = request
    addMessage()
    for setting in request.settings { addSetting(setting) }
    if request.isURLChangedByParsers { notes.append("fetch normalizes the URL.") }
  }

  private mutating func addMessage() {
    let headers = request.headersBesideParts
    options.append("method: " + JavaScript.text.quoted(request.method))
    if ["CONNECT", "TRACE", "TRACK"].contains(request.method.uppercased()) {
      notes.append("fetch refuses the method \(request.method).")
    }
    notes += headers.joiningNote("fetch")
    let login = request.basicLogin
    if !headers.isEmpty || login != nil { options.append("headers: " + JavaScript.object(headers.joined, login)) }
    guard request.hasBody else { return }
    if ["GET", "HEAD"].contains(request.method.uppercased()) {
      notes.append("fetch sends no body with \(request.method).")
    } else if let plainParts = request.plainParts {
      before.append(JavaScript.form(plainParts))
      options.append("body: form")
    } else if case .bytes(let data) = request.body, let text = data.codeText, headers.first("Content-Type") != nil {
      options.append("body: " + JavaScript.string(text))
    } else if let body = JavaScript.buffer.body(request.body) {
      options.append("body: " + body)
    }
  }

  private mutating func addSetting(_ setting: CodeSetting) {
    switch setting {
    case .timeout(let seconds): options.append("signal: AbortSignal.timeout(\(CodeSetting.milliseconds(seconds)))")
    case .basic, .redirects(nil), .version(.http1): break
    case .noRedirects: options.append("redirect: \"manual\"")
    case .unverified:
      notes.append(
        "Node verifies the server's certificate, unless NODE_TLS_REJECT_UNAUTHORIZED=0 is in the environment.")
    case .authorities(let path):
      notes.append("Node trusts the authorities in \(path) with NODE_EXTRA_CA_CERTS=\(path).")
    default: notes.append(setting.missing("fetch"))
    }
  }

  var program: CodeProgram {
    let code =
      (before + [
        """
        const response = await fetch(\(JavaScript.text.quoted(request.url)), {
        \(options.map { "  \($0)," }.joined(separator: "\n"))
        });
        console.log(response.status);
        console.log(await response.text());
        """
      ]).joined(separator: "\n\n")
    return CodeProgram(start: JavaScript.imports([], for: code), text: code, notes: notes)
  }
}
