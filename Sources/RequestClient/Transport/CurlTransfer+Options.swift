internal import CCurl
internal import Foundation

/// Options that few messages have.
extension CurlTransfer {
  /// - Returns: Whether one was set. Such a handle is not used again, so that nobody has to take it back.
  func setRareOptions(_ hop: HopRequest) -> Bool {
    checkFeatures(hop)
    return [
      setPins(hop.trust), setCertificate(hop.options.clientCertificate), setProxy(hop), setRoute(hop.options),
      setLogin(hop.login), setReadTimeout(hop.options.readTimeout),
    ].contains(true)
  }

  private func setPins(_ trust: TrustRequirements) -> Bool {
    if let file = trust.authorityFile { curl_easy_set_string(easy, CURLOPT_CAINFO, file.path) }
    if let pins = trust.pinList { curl_easy_set_string(easy, CURLOPT_PINNEDPUBLICKEY, pins) }
    if trust.requiresStapledStatus { curl_easy_set_long(easy, CURLOPT_SSL_VERIFYSTATUS, 1) }
    return trust.authorityFile != nil || trust.pinList != nil || trust.requiresStapledStatus
  }

  private func setCertificate(_ certificate: ClientCertificate?) -> Bool {
    guard let certificate else { return false }
    curl_easy_set_string(easy, CURLOPT_SSLCERT, certificate.certificate.path)
    curl_easy_set_string(easy, CURLOPT_SSLCERTTYPE, certificate.kind == .p12 ? "P12" : "PEM")
    if let key = certificate.key { curl_easy_set_string(easy, CURLOPT_SSLKEY, key.path) }
    // Without one, OpenSSL would ask for it on the terminal.
    curl_easy_set_string(easy, CURLOPT_KEYPASSWD, certificate.password ?? "")
    return true
  }

  private func setProxy(_ hop: HopRequest) -> Bool {
    switch hop.options.proxy {
    case .environment: return false
    case .none:
      // Empty: not even the environment's.
      curl_easy_set_string(easy, CURLOPT_PROXY, "")
    case .proxy(let proxy):
      curl_easy_set_string(easy, CURLOPT_PROXY, proxy.address)
      if let username = proxy.username { curl_easy_set_string(easy, CURLOPT_PROXYUSERNAME, username) }
      if let password = proxy.password { curl_easy_set_string(easy, CURLOPT_PROXYPASSWORD, password) }
      curl_easy_set_string(easy, CURLOPT_NOPROXY, proxy.noProxyList)
      if let file = hop.trust.authorityFile { curl_easy_set_string(easy, CURLOPT_PROXY_CAINFO, file.path) }
      curl_easy_set_long(easy, CURLOPT_PROXY_SSL_VERIFYPEER, hop.trust.verifiesCertificate ? 1 : 0)
      curl_easy_set_long(easy, CURLOPT_PROXY_SSL_VERIFYHOST, hop.trust.verifiesCertificate ? 2 : 0)
    }
    return true
  }

  private func setRoute(_ options: TransferOptions) -> Bool {
    if let path = options.unixSocketPath { curl_easy_set_string(easy, CURLOPT_UNIX_SOCKET_PATH, path) }
    let goesElsewhere = lists.setPlaces(of: options, on: easy)
    return options.unixSocketPath != nil || goesElsewhere
  }

  private func setLogin(_ login: HopLogin?) -> Bool {
    switch login {
    case nil: return false
    case .ntlm(let username, let password):
      curl_easy_set_long(easy, CURLOPT_HTTPAUTH, Int(CURLAUTH_NTLM_ONLY))
      curl_easy_set_string(easy, CURLOPT_USERNAME, username)
      curl_easy_set_string(easy, CURLOPT_PASSWORD, password)
    case .negotiate:
      curl_easy_set_long(easy, CURLOPT_HTTPAUTH, Int(CURLAUTH_NEGOTIATE_ONLY))
      // The user's ticket; libcurl wants to see that a name is meant.
      curl_easy_set_string(easy, CURLOPT_USERPWD, ":")
    }
    return true
  }

  private func setReadTimeout(_ limit: Duration?) -> Bool {
    guard let limit else { return false }
    curl_easy_set_long(easy, CURLOPT_LOW_SPEED_LIMIT, 1)
    curl_easy_set_long(easy, CURLOPT_LOW_SPEED_TIME, max(1, Int(limit.components.seconds)))
    return true
  }

  private func checkFeatures(_ hop: HopRequest) {
    let missing: String? =
      if hop.options.httpVersion == .http3, !Self.has(CURL_VERSION_HTTP3_BIT) {
        "HTTP/3"
      } else if case .ntlm = hop.login, !Self.has(CURL_VERSION_NTLM_BIT) {
        "NTLM"
      } else if case .negotiate = hop.login, !Self.has(CURL_VERSION_SPNEGO_BIT) {
        "Negotiate"
      } else {
        nil
      }
    if let missing { ownError = .unsupported(missing) }
  }

  private static func has(_ feature: Int32) -> Bool {
    curl_version_info(CURLVERSION_TENTH).map { $0.pointee.features & feature != 0 } ?? false
  }
}

extension TransferOptions.HTTPVersion {
  var curlValue: Int {
    switch self {
    case .auto: Int(CURL_HTTP_VERSION_2TLS)
    case .http1: Int(CURL_HTTP_VERSION_1_1)
    case .http2: Int(CURL_HTTP_VERSION_2_0)
    case .http2PriorKnowledge: Int(CURL_HTTP_VERSION_2_PRIOR_KNOWLEDGE)
    case .http3: Int(CURL_HTTP_VERSION_3)
    }
  }
}

extension TLSVersion {
  var curlMinimum: Int {
    switch self {
    case .v1_0: Int(CURL_SSLVERSION_TLSv1_0)
    case .v1_1: Int(CURL_SSLVERSION_TLSv1_1)
    case .v1_2: Int(CURL_SSLVERSION_TLSv1_2)
    case .v1_3: Int(CURL_SSLVERSION_TLSv1_3)
    }
  }

  /// In the upper half of the same option.
  var curlMaximum: Int { curlMinimum << 16 }
}
