internal import Foundation

struct JavaHTTPClient {
  let request: CodeRequest
  private var client: [String] = []
  private var before: [String] = []
  private var timeout: String?
  private var notes: [String] = []

  private static let bytes = CodeBytes(
    text: { "HttpRequest.BodyPublishers.ofString(\(Java.string($0)))" },
    binary: {
      "HttpRequest.BodyPublishers.ofByteArray(Base64.getDecoder().decode(\(Java.string($0.base64EncodedString()))))"
    },
    file: { "HttpRequest.BodyPublishers.ofFile(Path.of(\(Java.text.quoted($0))))" },
    join: { "HttpRequest.BodyPublishers.concat(\n" + $0.map { "                " + $0 }.joined(separator: ",\n") + ")" }
  )

  init(_ request: CodeRequest) {
    self.request = request
    let isPlainHTTP1 = request.target.scheme == "http" && request.options.httpVersion == .auto
    // Else it asks for an upgrade to HTTP/2.
    if isPlainHTTP1 { client.append("version(HttpClient.Version.HTTP_1_1)") }
    for setting in request.settings { addSetting(setting) }
    if request.target.query == "" { notes.append("HttpClient leaves out the empty query.") }
  }

  private mutating func addSetting(_ setting: CodeSetting) {
    switch setting {
    case .timeout(let seconds): timeout = "Duration.ofMillis(\(CodeSetting.milliseconds(seconds)))"
    case .connectTimeout(let seconds):
      client.append("connectTimeout(Duration.ofMillis(\(CodeSetting.milliseconds(seconds))))")
    case .redirects(let limit):
      client.append("followRedirects(HttpClient.Redirect.NORMAL)")
      if limit != nil { notes.append(setting.missing("HttpClient")) }
    case .basic, .noRedirects: break
    case .version(.http1): client.append("version(HttpClient.Version.HTTP_1_1)")
    case .version(.http2): client.append("version(HttpClient.Version.HTTP_2)")
    case .proxy(let url?):
      let proxy = CodeRequest.hostAndPort(ofProxy: url)
      client.append("proxy(ProxySelector.of(new InetSocketAddress(\(Java.text.quoted(proxy.host)), \(proxy.port))))")
      if url.contains("@") { notes.append("The login of the proxy is left out.") }
    case .proxy(nil): client.append("proxy(HttpClient.Builder.NO_PROXY)")
    case .unverified: addTrust()
    case .minimumTLS("1.3"): client.append("sslParameters(new SSLParameters(null, new String[] {\"TLSv1.3\"}))")
    case .minimumTLS("1.2"):
      client.append("sslParameters(new SSLParameters(null, new String[] {\"TLSv1.3\", \"TLSv1.2\"}))")
    default: notes.append(setting.missing("HttpClient"))
    }
  }

  private mutating func addTrust() {
    before += [
      "X509ExtendedTrustManager everyone = new X509ExtendedTrustManager() {",
      "    public void checkClientTrusted(X509Certificate[] chain, String type) {}",
      "    public void checkServerTrusted(X509Certificate[] chain, String type) {}",
      "    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}",
      "    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}",
      "    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}",
      "    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}",
      "    public X509Certificate[] getAcceptedIssuers() { return new X509Certificate[0]; }", "};",
      "SSLContext context = SSLContext.getInstance(\"TLS\");",
      "context.init(null, new TrustManager[] {everyone}, null);",
    ]
    client.append("sslContext(context)")
  }

  var program: CodeProgram {
    var notes = notes
    let sent = request.headersWithForm.filter { header in
      let isOwn = ["connection", "content-length", "expect", "host", "upgrade"].contains(header.name.lowercased())
      let isSent = !isOwn && header.isASCII
      if !isSent { notes.append("HttpClient cannot send the header \(header.name): it is left out.") }
      return isSent
    }
    let body = Self.bytes.body(request.body) ?? "HttpRequest.BodyPublishers.noBody()"
    let building =
      ["HttpRequest request = HttpRequest.newBuilder(URI.create(\(Java.text.quoted(url))))"]
      + login + sent.map { "        .header(\(Java.text.quoted($0.name)), \(Java.text.quoted($0.value)))" }
      + (timeout.map { ["        .timeout(\($0))"] } ?? [])
      + ["        .method(\(Java.text.quoted(request.method)), \(body))", "        .build();"]
    let lines =
      before + ["HttpClient client = HttpClient.newBuilder()"] + client.map { "        ." + $0 }
      + ["        .build();"] + building + [
        "HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());",
        "System.out.println(response.statusCode());", "System.out.println(response.body());",
      ]
    let code = Java.program(lines)
    if url != request.url { notes.append("Characters that Java refuses in a URL are escaped.") }
    return CodeProgram(start: Java.imports(Self.imports, for: code), text: code, notes: notes)
  }

  private var login: [String] {
    guard let login = request.basicLogin else { return [] }
    let encoded = "Base64.getEncoder().encodeToString(\(Java.text.quoted(login.text)).getBytes())"
    return ["        .header(\"Authorization\", \"Basic \" + \(encoded))"]
  }

  private static let imports = [
    ("InetSocketAddress(", "java.net.InetSocketAddress"), ("ProxySelector.", "java.net.ProxySelector"),
    ("Socket socket", "java.net.Socket"), ("URI.", "java.net.URI"), ("HttpClient", "java.net.http.HttpClient"),
    ("HttpRequest", "java.net.http.HttpRequest"), ("HttpResponse", "java.net.http.HttpResponse"),
    ("Path.of(", "java.nio.file.Path"), ("X509Certificate[]", "java.security.cert.X509Certificate"),
    ("Duration.", "java.time.Duration"), ("Base64.", "java.util.Base64"), ("SSLContext ", "javax.net.ssl.SSLContext"),
    ("SSLEngine ", "javax.net.ssl.SSLEngine"), ("SSLParameters(", "javax.net.ssl.SSLParameters"),
    ("new TrustManager[]", "javax.net.ssl.TrustManager"),
    ("X509ExtendedTrustManager ", "javax.net.ssl.X509ExtendedTrustManager"),
  ]

  /// The URL with the characters escaped that `java.net.URI` refuses.
  private var url: String { request.url(escapingInPath: "[]") }
}
