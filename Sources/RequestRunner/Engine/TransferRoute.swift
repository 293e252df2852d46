internal import Foundation

/// The route of a prepared request to its server: trust, certificates and proxy, for each host that redirects lead to.
struct TransferRoute: Sendable {
  let options: RequestOptions
  let certificates: [CertificateFiles]
  let socket: String?
  let systemTrust: SystemTrust
  private let redirectMethod: RedirectMethod
  private let ownHost: String
  private let keepsWireLog: Bool
  private let patience: Double?

  init(_ prepared: PreparedRequest) {
    options = prepared.options
    (certificates, socket, systemTrust) = (prepared.certificates, prepared.socket, prepared.systemTrust)
    redirectMethod = prepared.redirectMethod
    ownHost = prepared.ownHost ?? prepared.host
    (keepsWireLog, patience) = (prepared.keepsWireLog, prepared.patience)
  }

  /// The client's options for a message to `host`.
  func transferOptions(to host: String) throws(Failure) -> TransferOptions {
    let isOwn = host.lowercased() == ownHost
    var result = TransferOptions(options)
    if options.timeout == nil, let patience { result.timeout = .seconds(patience) }
    result.keepsWireLog = keepsWireLog
    result.redirectMethod = redirectMethod
    if !isOwn { result.serverName = nil }
    let matching = certificates.filter { $0.hosts.match(host, isOwn: isOwn || options.keepsCredentialsAcrossOrigins) }
    // The authorities of the request are not secret, unlike its certificate.
    let authorities =
      matching.compactMap(\.authorities).first
      ?? certificates.first { $0.hosts.host == nil }?.authorities
    if let found = matching.first(where: { $0.certificate != nil }), let certificate = found.certificate {
      result.clientCertificate = ClientCertificate(
        certificate: certificate, key: found.key, password: found.hosts.passphrase,
        kind: ClientCertificate.Kind(contentOf: certificate),
        keyKind: found.key.flatMap { ClientCertificate.Kind(contentOf: $0) }.map { $0 == .pem ? .pem : .der })
    }
    if let trust = trust(authorities) { result.serverTrust = trust }
    if let proxy = try proxy() { result.proxy = proxy }
    result.unixSocketPath = socket
    return result
  }

  private func trust(_ authorities: URL?) -> ServerTrust? {
    let authority: ServerTrust? =
      options.verifiesTLS ? authorities.map { ServerTrust.authorities(file: $0) } ?? systemTrust.policy : .disabled
    let pins = options.pinnedKeys
    return pins.isEmpty ? authority : .composite([authority ?? .system, .pinnedPublicKeys(sha256: pins)])
  }

  private func proxy() throws(Failure) -> ProxySetting? {
    guard let text = options.proxy else {
      return options.proxyExceptions.contains("*") ? ProxySetting.none : nil
    }
    if text.lowercased() == "none" { return ProxySetting.none }
    guard var proxy = try? Proxy(text) else {
      throw Failure(
        .unprepared,
        "\"\(CredentialText.maskingProxy("proxy " + text).dropFirst(6))\" is not a proxy — write it as "
          + "http://host:port, or socks5h://host:port")
    }
    if let username = options.proxyUsername { proxy.username = username }
    if let password = options.proxyPassword { proxy.password = password }
    proxy.exceptions = options.proxyExceptions
    return .proxy(proxy)
  }

  /// Follows redirects, using the certificates for the host of each target.
  var redirector: Redirector {
    guard options.followsRedirects else { return .doNotFollow }
    let isForAll =
      options.serverName == nil && !certificates.contains { $0.certificate != nil || $0.authorities != nil }
    return isForAll ? .follow : .modify { message, _ in redirected(message) }
  }

  /// The message with the options for its host.
  func redirected(_ message: OutgoingRequest) -> OutgoingRequest {
    // The proxy was parsed before the first message was sent.
    guard let options = try? transferOptions(to: message.url.host) else { return message }
    return with(message) { $0.options = options }
  }
}

/// The certificate authorities named by the process environment, by curl's rules.
package struct SystemTrust: Equatable, Sendable {
  /// `CURL_CA_BUNDLE`, else `SSL_CERT_FILE`.
  package var file: String?
  /// `SSL_CERT_DIR`, unless `CURL_CA_BUNDLE` is set.
  package var folder: String?
  /// The name of the variable that set `file`.
  private(set) var fileVariable = ""

  package init() {}

  package init(environment: [String: String]) {
    func value(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
    if let bundle = value("CURL_CA_BUNDLE") {
      (file, fileVariable) = (bundle, "CURL_CA_BUNDLE")
    } else {
      fileVariable = "SSL_CERT_FILE"
      (file, folder) = (value("SSL_CERT_FILE"), value("SSL_CERT_DIR"))
    }
  }

  var policy: ServerTrust? {
    let parts = [
      file.map { ServerTrust.authorities(file: URL(fileURLWithPath: $0)) },
      folder.map { ServerTrust.authorityFolder(URL(fileURLWithPath: $0)) },
    ].compactMap(\.self)
    return parts.isEmpty ? nil : .composite(parts)
  }
}
