internal import Foundation

/// The differences between Java and Kotlin code for OkHttp.
struct OkHttpLanguage: Sendable {
  let text: CodeText
  let new: String
  let end: String
  let value: @Sendable (_ type: String, _ name: String) -> String
  let bytes: CodeBytes
  /// A body of bytes or of a file, with a media type.
  let body: @Sendable (_ content: String, _ isFile: Bool, _ type: String?) -> String
  let file: @Sendable (String) -> String

  static let java = OkHttpLanguage(
    text: Java.text, new: "new ", end: ";", value: { "\($0) \($1)" },
    bytes: CodeBytes(
      text: { Java.string($0) + ".getBytes(StandardCharsets.UTF_8)" },
      binary: { "Base64.getDecoder().decode(\(Java.string($0.base64EncodedString())))" },
      file: { "Files.readAllBytes(Path.of(\(Java.text.quoted($0))))" },
      join: { pieces in
        "new Buffer()\n" + pieces.map { "                .write(\($0))\n" }.joined()
          + "                .readByteArray()"
      }),
    body: { content, _, type in
      "RequestBody.create(\(content), " + (type.map { "MediaType.get(\(Java.text.quoted($0)))" } ?? "null") + ")"
    },
    file: { "new File(\(Java.text.quoted($0)))" })

  static let kotlin = OkHttpLanguage(
    text: Kotlin.text, new: "", end: "", value: { "val \($1)" },
    bytes: CodeBytes(
      text: { Kotlin.string($0) + ".toByteArray()" },
      binary: { "Base64.getDecoder().decode(\(Kotlin.string($0.base64EncodedString())))" },
      file: { "File(\(Kotlin.text.quoted($0))).readBytes()" },
      join: { pieces in pieces.map { "(\($0))" }.joined(separator: " +\n            ") }),
    body: { content, isFile, type in
      let value = content.hasPrefix("(") ? "(\(content))" : content
      return value + (isFile ? ".asRequestBody(" : ".toRequestBody(")
        + (type.map { Kotlin.text.quoted($0) + ".toMediaType()" } ?? "") + ")"
    },
    file: { "File(\(Kotlin.text.quoted($0)))" })
}

enum Kotlin {
  static let text = CodeText(special: ["$": #"\$"#]) { "\\u" + CodeText.hex($0, digits: 4) }

  /// A literal of one or several lines. Raw strings have no escapes.
  static func string(_ text: String) -> String {
    if text.utf8.count > 60_000 {
      let pieces = Java.pieces(of: text).map { "            " + Self.text.quoted($0) }
      // Kotlin 1.3 has no comma at the end of a list.
      return "listOf(\n" + pieces.joined(separator: ",\n") + "\n        ).joinToString(\"\")"
    }
    let isRaw = CodeText.isVerbatim(text) && !text.containsExactly("\"\"\"") && !text.endsExactly(with: "\"")
    guard isRaw, !text.startsExactly(with: "\"") else { return Self.text.quoted(text) }
    return "\"\"\"" + text.replacingExactly("$", with: "${'$'}") + "\"\"\""
  }
}

struct OkHttp {
  let request: CodeRequest
  let language: OkHttpLanguage
  private(set) var notes: [String] = []
  private var client: [String] = []

  init(_ request: CodeRequest, in language: OkHttpLanguage) {
    (self.request, self.language) = (request, language)
    for setting in request.settings { addSetting(setting) }
    if request.isURLNormalized { notes.append("OkHttp normalizes the URL.") }
    if refusesBody, request.hasBody { notes.append("OkHttp sends no body with \(request.method).") }
  }

  private mutating func addSetting(_ setting: CodeSetting) {
    switch setting {
    case .timeout(let seconds):
      client.append("callTimeout(\(CodeSetting.milliseconds(seconds)), TimeUnit.MILLISECONDS)")
    case .connectTimeout(let seconds):
      client.append("connectTimeout(\(CodeSetting.milliseconds(seconds)), TimeUnit.MILLISECONDS)")
    case .basic, .redirects(nil): break
    case .noRedirects: client += ["followRedirects(false)", "followSslRedirects(false)"]
    case .proxy(let url?) where !url.contains("@"):
      let proxy = CodeRequest.hostAndPort(ofProxy: url)
      let kind = url.hasPrefix("socks") ? "SOCKS" : "HTTP"
      let address = "\(language.new)InetSocketAddress(\(language.text.quoted(proxy.host)), \(proxy.port))"
      client.append("proxy(\(language.new)Proxy(Proxy.Type.\(kind), \(address)))")
    case .proxy(nil): client.append("proxy(Proxy.NO_PROXY)")
    case .version(.http1): client.append("protocols(\(language.new.isEmpty ? "listOf" : "List.of")(Protocol.HTTP_1_1))")
    case .version(.http2PriorKnowledge):
      client.append("protocols(\(language.new.isEmpty ? "listOf" : "List.of")(Protocol.H2_PRIOR_KNOWLEDGE))")
    case .version(.http2): break
    default: notes.append(setting.missing("OkHttp"))
    }
  }

  private var refusesBody: Bool { ["GET", "HEAD"].contains(request.method.uppercased()) }

  private var lines: [String] {
    let plainParts = request.plainParts
    let headers = plainParts == nil ? request.headersWithForm : request.headers
    let names = language
    let client =
      ["\(names.value("OkHttpClient", "client")) = \(names.new)OkHttpClient.Builder()"]
      + self.client.map { "    ." + $0 } + ["    .build()" + names.end]
    let isASCII = headers.allSatisfy(\.isASCII)
    let adding = isASCII ? "addHeader" : "addUnsafeNonAscii"
    let login = request.basicLogin.map { login in
      let credentials = "Credentials.basic(\(names.text.quoted(login.name)), \(names.text.quoted(login.password)))"
      return "    .\(isASCII ? "addHeader" : "add")(\"Authorization\", \(credentials))"
    }
    let rows =
      [login].compactMap(\.self)
      + headers.map { "    .\(adding)(\(names.text.quoted($0.name)), \(names.text.quoted($0.value)))" }
    let all =
      isASCII
      ? []
      : ["\(names.value("Headers", "headers")) = \(names.new)Headers.Builder()"] + rows + ["    .build()" + names.end]
    return client + body(plainParts) + all
      + [
        "\(names.value("Request", "request")) = \(names.new)Request.Builder()",
        "    .url(\(names.text.quoted(request.url)))",
      ] + (isASCII ? rows : ["    .headers(headers)"])
      + [
        "    .method(\(names.text.quoted(request.method)), \(refusesBody ? "null" : "body"))",
        "    .build()" + names.end,
      ]
  }

  private func body(_ parts: [Parameter]?) -> [String] {
    if refusesBody { return [] }
    let start = language.value("RequestBody", "body") + " = "
    if let parts {
      return [start + language.new + "MultipartBody.Builder()", "    .setType(MultipartBody.FORM)"] + parts.map(row)
        + ["    .build()" + language.end]
    }
    if let path = request.bodyFile { return [start + language.body(language.file(path), true, nil) + language.end] }
    let bytes = language.bytes.body(request.body) ?? language.bytes.literal(Data())
    return [start + language.body(bytes, false, nil) + language.end]
  }

  private func row(_ part: Parameter) -> String {
    let name = language.text.quoted(part.name)
    guard let file = part.file else { return "    .addFormDataPart(\(name), \(language.text.quoted(part.value)))" }
    let body = language.body(language.file(file), true, part.contentType)
    return "    .addFormDataPart(\(name), \(language.text.quoted(part.partFileName ?? "")), \(body))"
  }

  static func java(_ request: CodeRequest) -> CodeProgram {
    let code = OkHttp(request, in: .java)
    let program = Java.program(
      code.lines + [
        "try (Response response = client.newCall(request).execute()) {", "    System.out.println(response.code());",
        "    System.out.println(response.body().string());", "}",
      ])
    return CodeProgram(start: Java.imports(javaImports, for: program), text: program, notes: code.notes)
  }

  static func kotlin(_ request: CodeRequest) -> CodeProgram {
    let code = OkHttp(request, in: .kotlin)
    let lines =
      code.lines + [
        "client.newCall(request).execute().use { response ->", "    println(response.code)",
        "    println(response.body?.string())", "}",
      ]
    let program = "fun main() {\n" + lines.map { "    " + $0 }.joined(separator: "\n") + "\n}"
    let start = Java.imports(kotlinImports, for: program).replacingExactly(";", with: "")
    return CodeProgram(start: start, text: program, notes: code.notes)
  }

  private static let javaImports = [
    ("new File(", "java.io.File"), ("InetSocketAddress(", "java.net.InetSocketAddress"), ("Proxy.", "java.net.Proxy"),
    ("StandardCharsets.", "java.nio.charset.StandardCharsets"), ("Files.", "java.nio.file.Files"),
    ("Path.of(", "java.nio.file.Path"), ("Base64.", "java.util.Base64"), ("List.of(", "java.util.List"),
    ("TimeUnit.", "java.util.concurrent.TimeUnit"), ("Headers headers", "okhttp3.Headers"),
    ("Credentials.", "okhttp3.Credentials"), ("MediaType.", "okhttp3.MediaType"),
    ("MultipartBody.", "okhttp3.MultipartBody"), ("OkHttpClient", "okhttp3.OkHttpClient"),
    ("Protocol.", "okhttp3.Protocol"),
    ("Request.Builder", "okhttp3.Request"), ("RequestBody", "okhttp3.RequestBody"), ("Response ", "okhttp3.Response"),
    ("new Buffer()", "okio.Buffer"),
  ]

  private static let kotlinImports = [
    ("File(", "java.io.File"), ("InetSocketAddress(", "java.net.InetSocketAddress"), ("Proxy.", "java.net.Proxy"),
    ("Base64.", "java.util.Base64"), ("TimeUnit.", "java.util.concurrent.TimeUnit"),
    ("Credentials.", "okhttp3.Credentials"), ("Headers.Builder", "okhttp3.Headers"),
    (".toMediaType()", "okhttp3.MediaType.Companion.toMediaType"), ("MultipartBody.", "okhttp3.MultipartBody"),
    ("OkHttpClient", "okhttp3.OkHttpClient"), ("Protocol.", "okhttp3.Protocol"), ("Request.Builder", "okhttp3.Request"),
    (".asRequestBody(", "okhttp3.RequestBody.Companion.asRequestBody"),
    (".toRequestBody(", "okhttp3.RequestBody.Companion.toRequestBody"),
  ]
}
