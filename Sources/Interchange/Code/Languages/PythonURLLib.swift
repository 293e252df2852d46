struct PythonURLLib {
  let request: CodeRequest
  private var imports = ["urllib.error", "urllib.request"]
  private var handlers: [String] = []
  private var context: [String] = []
  private var opening: [String] = []
  private var classes: [String] = []
  private var notes: [String] = []

  init(_ request: CodeRequest) {
    self.request = request
    for setting in request.settings { addSetting(setting) }
    if !context.isEmpty {
      imports.append("ssl")
      handlers.append("urllib.request.HTTPSHandler(context=context)")
    }
  }

  private mutating func addSetting(_ setting: CodeSetting) {
    switch setting {
    case .login(.digest(let name, let password)):
      let login =
        "None, \(Python.text.quoted(request.url)), \(Python.text.quoted(name)), \(Python.text.quoted(password))"
      classes.append("passwords = urllib.request.HTTPPasswordMgrWithDefaultRealm()\npasswords.add_password(\(login))")
      handlers.append("urllib.request.HTTPDigestAuthHandler(passwords)")
    case .timeout(let seconds): opening.append("timeout=" + CodeSetting.number(seconds))
    case .redirects(nil), .version(.http1): break
    case .noRedirects:
      classes.append(
        """
        class NoRedirects(urllib.request.HTTPRedirectHandler):
            def redirect_request(self, *arguments):
                return None
        """)
      handlers.append("NoRedirects()")
    case .unverified: context += ["context.check_hostname = False", "context.verify_mode = ssl.CERT_NONE"]
    case .authorities(let path): context.append("context.load_verify_locations(\(Python.text.quoted(path)))")
    case .certificate(let certificate) where !certificate.isPKCS12:
      let rest = [
        certificate.key.map { "keyfile=" + Python.text.quoted($0) },
        certificate.passphrase.map { "password=" + Python.text.quoted($0) },
      ]
      let arguments = [Python.text.quoted(certificate.path)] + rest.compactMap(\.self)
      context.append("context.load_cert_chain(\(arguments.joined(separator: ", ")))")
    case .proxy(let url?):
      let value = Python.text.quoted(url)
      handlers.append("urllib.request.ProxyHandler({\"http\": \(value), \"https\": \(value)})")
    case .proxy(nil): handlers.append("urllib.request.ProxyHandler({})")
    default: notes.append(setting.missing("urllib"))
    }
  }

  var program: CodeProgram {
    var classes = classes
    let headers = request.headersWithForm
    var type = "urllib.request.Request"
    if request.hasBody, headers.first("Content-Type") == nil {
      type = "PlainRequest"
      classes.append(
        """
        class PlainRequest(urllib.request.Request):
            def has_header(self, name):
                # Keeps urllib from adding a Content-Type.
                return name == "Content-type" or super().has_header(name)
        """)
    }
    if !context.isEmpty {
      classes.append((["context = ssl.create_default_context()"] + context).joined(separator: "\n"))
    }
    let code = (classes + [sending(type, headers)]).joined(separator: "\n\n")
    return CodeProgram(
      start: Python.imports(imports, for: code), text: code, notes: headers.joiningNote("urllib") + notes)
  }

  private func sending(_ type: String, _ headers: [Header]) -> String {
    var arguments = [Python.text.quoted(request.url), "method=" + Python.text.quoted(request.method)]
    if !headers.isEmpty { arguments.append("headers=" + Python.dictionary(headers.joined)) }
    if let body = Python.bytes.body(request.body) {
      // Without its length, a file would be sent in chunks.
      arguments.append("data=" + body + (request.bodyFile == nil ? "" : ".read()"))
    }
    let opener = "urllib.request.build_opener(\(handlers.joined(separator: ", ")))"
    return """
      request = \(Python.call(type, arguments))
      opener = \(opener)
      try:
          response = opener.open(\((["request"] + opening).joined(separator: ", ")))
      except urllib.error.HTTPError as error:
          response = error
      print(response.status)
      print(response.read().decode(errors="replace"))
      """
  }
}
