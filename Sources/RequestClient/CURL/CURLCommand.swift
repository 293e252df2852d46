internal import Foundation

/// A message as a `curl` command for `sh` that sends the same bytes.
struct CURLCommand {
  /// The text for a request without a message.
  static let placeholder = "curl # no message created yet"

  var message: OutgoingRequest
  var options: TransferOptions
  var trust: TrustRequirements
  var credential: Credential?

  var text: String {
    var line = CURLCommandLine(
      url: message.url.named(options.serverName).target, method: message.method.rawValue,
      headers: headers.map { ($0.name, $0.value) }, body: body)
    (line.login, line.transport) = (login, transportOptions)
    return line.text
  }

  /// Adds an explicit `Host` if the URL contains another server name for the TLS handshake.
  private var headers: HTTPHeaders {
    guard options.serverName != nil, !message.headers.contains(name: "Host") else { return message.headers }
    return message.headers + [HTTPHeader("Host", message.url.authority)]
  }

  /// The transport sends `Content-Length: 0` for methods that should have a body.
  private var body: CURLBody {
    if let body = message.body { return CURLBody(body, contentType: message.headers["Content-Type"]) }
    return [.post, .put, .patch].contains(message.method) ? CURLBody(Data()) : CURLBody()
  }

  private var login: [String] {
    if message.headers.contains(name: "Authorization") { return [] }
    func user(_ name: String, _ password: String) -> String { "-u " + ShellText.quoted(name + ":" + password) }
    switch credential {
    case nil, .bearer, .awsSignature: return []
    case .basic(let name, let password): return ["--basic", user(name, password)]
    case .digest(let name, let password): return ["--digest", user(name, password)]
    case .anyPassword(let name, let password): return ["--anyauth", user(name, password)]
    case .ntlm(let name, let password, let domain):
      return ["--ntlm", user(domain.map { "\($0)\\\(name)" } ?? name, password)]
    case .negotiate: return ["--negotiate", "-u :"]
    }
  }
}

// Transport options.
extension CURLCommand {
  var transportOptions: [String] {
    let all: [[String]] = [version, limits, route, proxy, tls, certificate]
    return all.flatMap(\.self)
  }

  private func option(_ name: String, _ value: String?) -> [String] {
    value.map { ["\(name) \(ShellText.quoted($0))"] } ?? []
  }

  private var version: [String] {
    switch options.httpVersion {
    case .auto: []
    case .http1: ["--http1.1"]
    case .http2: ["--http2"]
    case .http2PriorKnowledge: ["--http2-prior-knowledge"]
    case .http3: ["--http3"]
    }
  }

  private var limits: [String] {
    option("--max-time", options.timeout?.curlSeconds)
      + option("--connect-timeout", options.connectTimeout?.curlSeconds)
      + option("--limit-rate", options.maxTransferRate.map(String.init))
      + (options.readTimeout.map { ["--speed-limit 1", "--speed-time \(max(1, $0.components.seconds))"] } ?? [])
  }

  private var route: [String] {
    let places = CurlLists.connectToEntries(of: options, for: message.url).map {
      "--connect-to " + ShellText.quoted($0)
    }
    return option("--unix-socket", options.unixSocketPath) + option("--interface", options.interface)
      + (options.ipVersion.map { ["--ipv" + $0.rawValue] } ?? []) + places
  }

  private var proxy: [String] {
    switch options.proxy {
    case .environment: return []
    case .none: return ["--noproxy '*'"]
    case .proxy(let proxy):
      let user = proxy.username.map { $0 + ":" + (proxy.password ?? "") }
      return option("--proxy", proxy.address) + option("--proxy-user", user)
        + option("--noproxy", proxy.exceptions.joined(separator: ","))
        + (trust.verifiesCertificate ? [] : ["--proxy-insecure"]) + option("--proxy-cacert", trust.authorityFile?.path)
    }
  }

  private var tls: [String] {
    (trust.verifiesCertificate ? [] : ["-k"]) + option("--cacert", trust.authorityFile?.path)
      + option("--capath", trust.authorityFolder?.path) + option("--pinnedpubkey", trust.pinList)
      + (trust.requiresStapledStatus ? ["--cert-status"] : [])
      + (options.minimumTLSVersion.map { ["--tlsv" + $0.rawValue] } ?? [])
      + option("--tls-max", options.maximumTLSVersion?.rawValue)
  }

  private var certificate: [String] {
    guard let certificate = options.clientCertificate else { return [] }
    // An unescaped colon would start the password.
    let path = certificate.certificate.path.replacingExactly("\\", with: #"\\"#).replacingExactly(":", with: #"\:"#)
    let type = certificate.kind == .pem ? nil : certificate.kind.rawValue.uppercased()
    let keyType = certificate.key != nil && certificate.keyKind == .der ? "DER" : nil
    return option("--cert", path) + option("--cert-type", type) + option("--key", certificate.key?.path)
      + option("--key-type", keyType) + option("--pass", certificate.password)
  }
}

extension Duration {
  /// Rounded to milliseconds; never zero, which curl treats as no limit.
  fileprivate var curlSeconds: String {
    let milliseconds = curlMilliseconds
    return milliseconds % 1000 == 0 ? "\(milliseconds / 1000)" : "\(Double(milliseconds) / 1000)"
  }
}
