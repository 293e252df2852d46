internal import Foundation

struct GoCode {
  let request: CodeRequest
  private var tls: [String] = []
  private var before: [String] = []
  private var transport: [String] = []
  private var client: [String] = []
  private var notes: [String] = []

  static let text = CodeText.unicode4
  static let bytes = CodeBytes(
    text: { "[]byte(\(string($0)))" }, binary: { "decoded(\"\($0.base64EncodedString())\")" },
    file: { "read(\(text.quoted($0)))" },
    join: { "bytes.Join([][]byte{\n" + $0.map { "\t\t\($0),\n" }.joined() + "\t}, nil)" })

  static func string(_ text: String) -> String {
    guard CodeText.isVerbatim(text) else { return Self.text.quoted(text) }
    if !text.contains("`") { return "`" + text + "`" }
    return Self.text.lines(text).joined(separator: " +\n\t\t")
  }

  init(_ request: CodeRequest) {
    self.request = request
    for setting in request.settings { addSetting(setting) }
  }

  private mutating func addSetting(_ setting: CodeSetting) {
    switch setting {
    case .basic(let login):
      before.append("request.SetBasicAuth(\(Self.text.quoted(login.name)), \(Self.text.quoted(login.password)))")
    case .timeout(let seconds): client.append("Timeout: \(CodeSetting.milliseconds(seconds)) * time.Millisecond")
    case .redirects(nil): break
    case .redirects(let limit?): client.append(redirects("len(via) > \(limit)", "errors.New(\"too many redirects\")"))
    case .noRedirects: client.append(redirects(nil, "http.ErrUseLastResponse"))
    case .unverified: tls.append("InsecureSkipVerify: true")
    case .other("serverName", let name): tls.append("ServerName: " + Self.text.quoted(name))
    case .minimumTLS(let version):
      tls.append("MinVersion: tls.VersionTLS" + version.replacingExactly(".", with: ""))
    case .certificate(let certificate) where !certificate.isPKCS12 && certificate.passphrase == nil:
      let files = [certificate.path, certificate.key ?? certificate.path].map(Self.text.quoted).joined(separator: ", ")
      before += ["certificate, err := tls.LoadX509KeyPair(\(files))", "check(err)"]
      tls.append("Certificates: []tls.Certificate{certificate}")
    case .authorities(let path):
      before += [
        "authorities := x509.NewCertPool()", "authorities.AppendCertsFromPEM(read(\(Self.text.quoted(path))))",
      ]
      tls.append("RootCAs: authorities")
    default: addRoute(setting)
    }
  }

  private mutating func addRoute(_ setting: CodeSetting) {
    switch setting {
    case .proxy(let url?):
      before += ["proxy, err := url.Parse(\(Self.text.quoted(url)))", "check(err)"]
      transport.append("transport.Proxy = http.ProxyURL(proxy)")
    case .proxy(nil): transport.append("transport.Proxy = nil")
    case .version(.http1):
      transport.append("transport.TLSNextProto = map[string]func(string, *tls.Conn) http.RoundTripper{}")
    case .version(.http2): break
    case .unixSocket(let path):
      transport.append(
        """
        transport.DialContext = func(ctx context.Context, _, _ string) (net.Conn, error) {
        \t\treturn (&net.Dialer{}).DialContext(ctx, "unix", \(Self.text.quoted(path)))
        \t}
        """)
    default: notes.append(setting.missing("Go"))
    }
  }

  private func redirects(_ condition: String?, _ error: String) -> String {
    let head = "CheckRedirect: func(_ *http.Request, via []*http.Request) error {\n"
    guard let condition else { return head + "\t\t\treturn \(error)\n\t\t}" }
    return head + "\t\t\tif \(condition) {\n\t\t\t\treturn \(error)\n\t\t\t}\n\t\t\treturn nil\n\t\t}"
  }

  var program: CodeProgram {
    let main = (bodyLines + requestLines + before + clientLines + sendingLines).map { "\t" + $0 }.joined(
      separator: "\n")
    let code = "func main() {\n" + main + "\n}" + helpers(for: main)
    return CodeProgram(start: "package main\n\n" + imports(for: code), text: code, notes: notes)
  }

  private var bodyLines: [String] {
    if let parts = request.plainParts { return form(parts) }
    return Self.bytes.body(request.body).map { ["body := bytes.NewReader(\($0))"] } ?? []
  }

  private var requestLines: [String] {
    let place = "\(Self.text.quoted(request.method)), \(Self.text.quoted(request.url))"
    let isForm = request.plainParts != nil
    let body = isForm ? "&body" : request.hasBody ? "body" : "nil"
    let lines = request.headers(hasOwnForm: isForm).map { header in
      // Go takes the host from a field of its own.
      header.name.lowercased() == "host"
        ? "request.Host = \(Self.text.quoted(header.value))"
        : "request.Header.Add(\(Self.text.quoted(header.name)), \(Self.text.quoted(header.value)))"
    }
    return ["request, err := http.NewRequest(\(place), \(body))", "check(err)"] + lines
      + (isForm ? ["request.Header.Set(\"Content-Type\", form.FormDataContentType())"] : [])
  }

  private func form(_ parts: [Parameter]) -> [String] {
    ["var body bytes.Buffer", "form := multipart.NewWriter(&body)"]
      + parts.flatMap { part -> [String] in
        guard let file = part.file else {
          return ["check(form.WriteField(\(Self.text.quoted(part.name)), \(Self.text.quoted(part.value))))"]
        }
        let type = part.contentType.map { ", \"Content-Type\": {\(Self.text.quoted($0))}" } ?? ""
        let header = "{\"Content-Disposition\": {\(Self.text.quoted(part.disposition))}\(type)}"
        return ["addPart(form, textproto.MIMEHeader\(header), read(\(Self.text.quoted(file))))"]
      } + ["check(form.Close())"]
  }

  private var clientLines: [String] {
    var (options, lines) = (client, [String]())
    if !tls.isEmpty || !transport.isEmpty {
      lines.append("transport := http.DefaultTransport.(*http.Transport).Clone()")
      if !tls.isEmpty { lines.append("transport.TLSClientConfig = &tls.Config{\(tls.joined(separator: ", "))}") }
      lines += transport
      options.append("Transport: transport")
    }
    if options.isEmpty { return ["client := http.DefaultClient"] }
    return lines + ["client := &http.Client{\n" + options.map { "\t\t\($0),\n" }.joined() + "\t}"]
  }

  private var sendingLines: [String] {
    [
      "response, err := client.Do(request)", "check(err)", "defer response.Body.Close()",
      "data, err := io.ReadAll(response.Body)", "check(err)", "fmt.Println(response.StatusCode)",
      "fmt.Println(string(data))",
    ]
  }

  private func helpers(for main: String) -> String {
    let all = [
      ("check(", "func check(err error) {\n\tif err != nil {\n\t\tlog.Fatal(err)\n\t}\n}"),
      ("read(", "func read(path string) []byte {\n\tdata, err := os.ReadFile(path)\n\tcheck(err)\n\treturn data\n}"),
      (
        "decoded(",
        "func decoded(text string) []byte {\n\tdata, err := base64.StdEncoding.DecodeString(text)\n\tcheck(err)\n\treturn data\n}"
      ),
      (
        "addPart(",
        """
        func addPart(form *multipart.Writer, header textproto.MIMEHeader, data []byte) {
        \tpart, err := form.CreatePart(header)
        \tcheck(err)
        \t_, err = part.Write(data)
        \tcheck(err)
        }
        """
      ),
    ]
    return all.filter { main.contains($0.0) }.map { "\n\n" + $0.1 }.joined()
  }

  private func imports(for code: String) -> String {
    let all = [
      ("bytes.", "bytes"), ("context.Context", "context"), ("tls.", "crypto/tls"), ("x509.", "crypto/x509"),
      ("base64.", "encoding/base64"), ("errors.New", "errors"), ("fmt.", "fmt"), ("io.", "io"), ("log.", "log"),
      ("multipart.NewWriter", "mime/multipart"), ("net.Dialer", "net"), ("http.", "net/http"),
      ("textproto.", "net/textproto"), ("url.Parse", "net/url"), ("os.ReadFile", "os"), ("time.Milli", "time"),
    ]
    // Strings of the request may have the same letters.
    let plain = GoCode.withoutStrings(code)
    let used = all.filter { plain.contains($0.0) }.map { "\t\"\($0.1)\"\n" }
    return "import (\n" + used.joined() + ")"
  }

  /// The code with its string literals empty.
  private static func withoutStrings(_ code: String) -> String {
    var result = ""
    var quote: Unicode.Scalar?
    var isEscaped = false
    for scalar in code.unicodeScalars {
      if let open = quote {
        if isEscaped {
          isEscaped = false
        } else if scalar == "\\", open == "\"" {
          isEscaped = true
        } else if scalar == open {
          quote = nil
        }
      } else if scalar == "\"" || scalar == "`" {
        quote = scalar
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
