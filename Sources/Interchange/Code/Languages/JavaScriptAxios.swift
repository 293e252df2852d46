struct JavaScriptAxios {
  let request: CodeRequest
  private var options: [String] = []
  private var agent: [String] = []
  private var before: [String] = []
  private var notes: [String] = []

  init(_ request: CodeRequest) {
    self.request = request
    addMessage()
    for setting in request.settings { addSetting(setting) }
    if !agent.isEmpty { options.append("httpsAgent: new https.Agent({ \(agent.joined(separator: ", ")) })") }
    if request.isURLChangedByParsers { notes.append("axios normalizes the URL.") }
  }

  private mutating func addMessage() {
    let plainParts = request.plainParts
    var headers = request.headersBesideParts
    options += ["method: " + JavaScript.text.quoted(request.method), "url: " + JavaScript.text.quoted(request.url)]
    var object = JavaScript.object(headers)
    if request.hasBody, plainParts == nil, headers.first("Content-Type") == nil {
      // Else axios adds one.
      headers.append(Header("Content-Type", ""))
      object = object.dropLast(3) + "    \"Content-Type\": false,\n  }"
    }
    if !headers.isEmpty { options.append("headers: " + object) }
    if let plainParts {
      before.append(JavaScript.form(plainParts))
      options.append("data: form")
    } else if let body = JavaScript.buffer.body(request.body) {
      // Text would be parsed and trimmed if it is JSON.
      options.append("data: " + body)
    }
  }

  private mutating func addSetting(_ setting: CodeSetting) {
    if let own = JavaScript.agentOptions(setting) { return agent += own }
    switch setting {
    case .basic(let login):
      let (name, password) = (JavaScript.text.quoted(login.name), JavaScript.text.quoted(login.password))
      options.append("auth: { username: \(name), password: \(password) }")
    case .timeout(let seconds): options.append("timeout: " + CodeSetting.milliseconds(seconds))
    case .redirects(nil), .version(.http1): break
    case .redirects(let limit?): options.append("maxRedirects: \(limit)")
    case .noRedirects: options.append("maxRedirects: 0")
    case .proxy(nil): options.append("proxy: false")
    case .unixSocket(let path): options.append("socketPath: " + JavaScript.text.quoted(path))
    default: notes.append(setting.missing("axios"))
    }
  }

  var program: CodeProgram {
    let all = options + ["responseType: \"text\"", "validateStatus: () => true"]
    let code =
      (before + [
        """
        const response = await axios.request({
        \(all.map { "  \($0)," }.joined(separator: "\n"))
        });
        console.log(response.status);
        console.log(response.data);
        """
      ]).joined(separator: "\n\n")
    let imports = ["import axios from \"axios\";"] + (agent.isEmpty ? [] : ["import https from \"node:https\";"])
    return CodeProgram(start: JavaScript.imports(imports, for: code), text: code, notes: notes)
  }
}
