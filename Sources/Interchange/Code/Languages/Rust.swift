internal import Foundation

struct Rust {
  let request: CodeRequest
  private var client: [String] = []
  private var notes: [String] = []

  static let text = CodeText.braces
  static let bytes = CodeBytes(
    text: string, binary: literal, file: { "std::fs::File::open(\(text.quoted($0)))?" },
    join: { pieces in
      "[\n"
        + pieces.map { piece in
          let file = piece.removingExactly(prefix: "std::fs::File::open(").map { "std::fs::read(" + $0 }
          return "            \(file ?? piece + (piece.hasPrefix("b\"") ? ".to_vec()" : ".as_bytes().to_vec()")),\n"
        }.joined() + "        ].concat()"
    })

  /// A literal of one or several lines; raw strings have as many number signs as it takes.
  static func string(_ text: String) -> String {
    guard CodeText.isVerbatim(text) else { return Self.text.quoted(text) }
    var signs = "#"
    while text.containsExactly("\"" + signs) { signs += "#" }
    return "r\(signs)\"\(text)\"\(signs)"
  }

  static func literal(_ data: Data) -> String {
    let bytes = data.map { "\\x" + CodeText.hex(Unicode.Scalar($0), digits: 2) }
    let lines = stride(from: 0, to: bytes.count, by: 24).map { bytes[$0..<min($0 + 24, bytes.count)].joined() }
    return "b\"" + lines.joined(separator: "\\\n            ") + "\""
  }

  init(_ request: CodeRequest) {
    self.request = request
    for setting in request.settings { addSetting(setting) }
    if request.isURLNormalized { notes.append("reqwest normalizes the URL.") }
  }

  private mutating func addSetting(_ setting: CodeSetting) {
    switch setting {
    case .timeout(let seconds): client.append("timeout(Duration.from_millis(\(CodeSetting.milliseconds(seconds))))")
    case .connectTimeout(let seconds):
      client.append("connect_timeout(Duration.from_millis(\(CodeSetting.milliseconds(seconds))))")
    case .basic, .redirects(nil): break
    case .redirects(let limit?): client.append("redirect(reqwest::redirect::Policy::limited(\(limit)))")
    case .noRedirects: client.append("redirect(reqwest::redirect::Policy::none())")
    case .unverified: client.append("danger_accept_invalid_certs(true)")
    case .authorities(let path):
      client.append("add_root_certificate(reqwest::Certificate::from_pem(&std::fs::read(\(Self.text.quoted(path)))?)?)")
    case .certificate(let certificate): addCertificate(certificate)
    case .minimumTLS(let version):
      let name = "TLS_" + version.replacingExactly(".", with: "_")
      client.append("min_tls_version(reqwest::tls::Version::\(name))")
    case .proxy(let url?): client.append("proxy(reqwest::Proxy::all(\(Self.text.quoted(url)))?)")
    case .proxy(nil): client.append("no_proxy()")
    case .version(.http1): client.append("http1_only()")
    case .version(.http2PriorKnowledge): client.append("http2_prior_knowledge()")
    case .version(.http2): break
    default: notes.append(setting.missing("reqwest"))
    }
  }

  private mutating func addCertificate(_ certificate: CodeCertificate) {
    let file = "&std::fs::read(\(Self.text.quoted(certificate.path)))?"
    if certificate.isPKCS12 {
      let passphrase = Self.text.quoted(certificate.passphrase ?? "")
      client.append("identity(reqwest::Identity::from_pkcs12_der(\(file), \(passphrase))?)")
    } else if let key = certificate.key {
      client.append("identity(reqwest::Identity::from_pkcs8_pem(\(file), &std::fs::read(\(Self.text.quoted(key)))?)?)")
    } else {
      client.append("identity(reqwest::Identity::from_pem(\(file))?)")
    }
    notes.append("The client certificate needs reqwest's feature native-tls or rustls-tls.")
  }

  var program: CodeProgram {
    let builder =
      ["Client::builder()"] + client.map { "    .\($0.replacingExactly("Duration.", with: "Duration::"))" }
      + ["    .build()?"]
    let lines =
      ["let client = \(client.isEmpty ? "Client::new()" : builder.joined(separator: "\n    "));"] + formLines + [
        "let response = client",
        "    .request(Method::from_bytes(b\(Self.text.quoted(request.method)))?, \(Self.text.quoted(request.url)))",
      ] + headerLines + bodyLines + [
        "    .send()?;", "println!(\"{}\", response.status().as_u16());", "println!(\"{}\", response.text()?);",
        "Ok(())",
      ]
    let code =
      "fn main() -> Result<(), Box<dyn std::error::Error>> {\n" + lines.map { "    " + $0 }.joined(separator: "\n")
      + "\n}"
    let imports =
      ["use reqwest::blocking::Client;", "use reqwest::Method;"]
      + (code.contains("Duration::") ? ["use std::time::Duration;"] : [])
    let features = request.plainParts == nil ? "[\"blocking\"]" : "[\"blocking\", \"multipart\"]"
    return CodeProgram(
      start: "// Cargo.toml: reqwest = { version = \"0.12\", features = \(features) }\n"
        + imports.joined(separator: "\n"),
      text: code, notes: notes)
  }

  private var headerLines: [String] {
    let login = request.basicLogin.map {
      ["    .basic_auth(\(Self.text.quoted($0.name)), Some(\(Self.text.quoted($0.password))))"]
    }
    return (login ?? [])
      + request.headersBesideParts.map { header in
        let value = Self.text.quoted(header.value)
        return "    .header(\(Self.text.quoted(header.name)), \(value)\(header.isASCII ? "" : ".as_bytes()"))"
      }
  }

  private var formLines: [String] {
    guard let parts = request.plainParts else { return [] }
    return ["let form = reqwest::blocking::multipart::Form::new()"]
      + parts.map { part in
        let name = Self.text.quoted(part.name)
        guard let file = part.file else { return "    .text(\(name), \(Self.text.quoted(part.value)))" }
        let type = part.contentType.map { ".mime_str(\(Self.text.quoted($0)))?" } ?? ""
        let content = "reqwest::blocking::multipart::Part::bytes(std::fs::read(\(Self.text.quoted(file)))?)"
        return "    .part(\(name), \(content).file_name(\(Self.text.quoted(part.partFileName ?? "")))\(type))"
      } + ["    .percent_encode_noop();"]
  }

  private var bodyLines: [String] {
    if request.plainParts != nil { return ["    .multipart(form)"] }
    guard let body = Self.bytes.body(request.body) else { return [] }
    // The length of a literal is part of its type.
    return ["    .body(\(body)\(body.hasPrefix("b\"") ? ".to_vec()" : ""))"]
  }
}
