struct NodeHTTP {
  let request: CodeRequest
  private var options: [String] = []
  private var notes: [String] = []

  init(_ request: CodeRequest) {
    self.request = request
    for setting in request.settings { addSetting(setting) }
  }

  private mutating func addSetting(_ setting: CodeSetting) {
    if let own = JavaScript.agentOptions(setting) { return options += own }
    switch setting {
    case .basic(let login): options.append("auth: " + JavaScript.text.quoted(login.text))
    case .timeout(let seconds): options.append("signal: AbortSignal.timeout(\(CodeSetting.milliseconds(seconds)))")
    case .noRedirects, .version(.http1), .proxy(nil): break
    case .redirects: notes.append(CodeSetting.redirects(limit: nil).missing("Node's http module"))
    case .unixSocket(let path): options.append("socketPath: " + JavaScript.text.quoted(path))
    default: notes.append(setting.missing("Node's http module"))
    }
  }

  var program: CodeProgram {
    let module = request.target.scheme == "https" ? "https" : "http"
    let body = JavaScript.buffer.body(request.body)
    let code = """
      \(body.map { "const body = \($0);\n" } ?? "")const request = \(module).request({
      \((place + options).map { "  \($0)," }.joined(separator: "\n"))
      });
      request.end(\(body == nil ? "" : "body"));
      const [response] = await once(request, "response");
      console.log(response.statusCode);
      console.log(await text(response));
      """
    let imports = [
      "import { once } from \"node:events\";", "import \(module) from \"node:\(module)\";",
      "import { text } from \"node:stream/consumers\";",
    ]
    return CodeProgram(start: JavaScript.imports(imports, for: code), text: code, notes: notes)
  }

  private var place: [String] {
    let target = request.target
    let host = String(target.host.drop { $0 == "[" }.prefix { $0 != "]" })
    var headers = JavaScript.object(request.headersWithForm)
    if request.hasBody, !request.has("Content-Length"), !request.has("Transfer-Encoding") {
      headers = headers.dropLast(3) + "    \"Content-Length\": body.length,\n  }"
    }
    return [
      "method: " + JavaScript.text.quoted(request.method), "hostname: " + JavaScript.text.quoted(host),
      "port: \(target.port)", "path: " + JavaScript.text.quoted(request.requestTarget),
    ] + (headers == "{\n  }" ? [] : ["headers: " + headers])
  }
}
