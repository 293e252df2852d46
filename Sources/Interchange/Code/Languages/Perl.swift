internal import Foundation

struct Perl {
  let request: CodeRequest
  private var client: [String] = []
  private var tls: [String] = []
  private var notes: [String] = []

  /// Strings are bytes, as the program does not `use utf8`.
  static let text = CodeText(special: ["$": #"\$"#, "@": #"\@"#]) { scalar in
    String(scalar).utf8.map { "\\x" + CodeText.hex(Unicode.Scalar($0), digits: 2) }.joined()
  }
  static let bytes = CodeBytes(
    text: string, binary: { "decode_base64(\"\($0.base64EncodedString())\")" },
    file: { "read_file(\(quoted($0)))" }, join: { $0.joined(separator: "\n        . ") })

  static func quoted(_ text: String) -> String { Self.text.singleQuoted(text) }

  /// A literal of one or several lines.
  static func string(_ text: String) -> String {
    CodeText.isVerbatim(text) ? Self.text.lines(text).joined(separator: "\n        . ") : quoted(text)
  }

  init(_ request: CodeRequest) {
    self.request = request
    for setting in request.settings { addSetting(setting) }
    if request.options.verifiesTLS, request.target.scheme == "https" { client.append("verify_SSL => 1") }
    if !tls.isEmpty { client.append("SSL_options => { \(tls.joined(separator: ", ")) }") }
    if request.hasBody, request.body != .bytes(Data()), request.headersWithForm.first("Content-Type") == nil {
      notes.append("HTTP::Tiny adds Content-Type: application/octet-stream.")
    }
  }

  private mutating func addSetting(_ setting: CodeSetting) {
    switch setting {
    case .timeout(let seconds): client.append("timeout => " + CodeSetting.number(seconds))
    case .redirects(let limit):
      if let limit { client.append("max_redirect => \(limit)") }
      if !["GET", "HEAD"].contains(request.method) {
        notes.append("HTTP::Tiny does not follow redirects of \(request.method).")
      }
    case .noRedirects: client.append("max_redirect => 0")
    case .unverified: client.append("verify_SSL => 0")
    case .authorities(let path): tls.append("SSL_ca_file => " + Self.quoted(path))
    case .other("serverName", let name): tls.append("SSL_hostname => " + Self.quoted(name))
    case .certificate(let certificate):
      tls.append("SSL_cert_file => " + Self.quoted(certificate.path))
      if let key = certificate.key { tls.append("SSL_key_file => " + Self.quoted(key)) }
      if let passphrase = certificate.passphrase { tls.append("SSL_passwd_cb => sub { \(Self.quoted(passphrase)) }") }
    case .proxy(let url?): client.append("proxy => " + Self.quoted(url))
    case .proxy(nil): client += ["http_proxy => undef", "https_proxy => undef"]
    case .version(.http1): break
    default: notes.append(setting.missing("HTTP::Tiny"))
    }
  }

  private func isSent(_ header: Header) -> Bool { header.isASCII && header.name.lowercased() != "host" }

  var program: CodeProgram {
    var notes = notes
    let headers = request.headersWithForm.filter(isSent)
    notes += request.headersWithForm.filter { !isSent($0) }.map {
      "HTTP::Tiny cannot send the header \($0.name): it is left out."
    }
    var options: [String] = []
    if !headers.isEmpty {
      let rows = headers.grouped.map { name, values in
        let value = values.map(Self.quoted).joined(separator: ", ")
        return "        \(Self.quoted(name)) => \(values.count == 1 ? value : "[\(value)]"),\n"
      }
      options.append("    headers => {\n" + rows.joined() + "    },\n")
    }
    if let body = Self.bytes.body(request.body) { options.append("    content => \(body),\n") }
    let place = "\(Self.quoted(request.method)), \(Self.quoted(request.url))"
    let arguments = options.isEmpty ? place : place + ", {\n" + options.joined() + "}"
    let code = """
      my $client = HTTP::Tiny->new(\(client.joined(separator: ", ")));
      my $response = $client->request(\(arguments));
      print $response->{status}, "\\n", $response->{content} // '', "\\n";
      """
    let modules = ["HTTP::Tiny"] + (code.contains("decode_base64(") ? ["MIME::Base64"] : [])
    let reader = code.contains("read_file(") ? "\n\n" + Self.reader : ""
    return CodeProgram(
      start: "use strict;\nuse warnings;\n" + modules.map { "use \($0);" }.joined(separator: "\n"), text: code + reader,
      notes: notes)
  }

  private static let reader = """
    sub read_file {
        open my $file, '<:raw', $_[0] or die "$_[0]: $!";
        local $/;
        return <$file>;
    }
    """
}
