internal import CCurl
internal import Foundation

/// Rarely used options.
extension CurlTransfer {
  /// - Returns: Whether any option was set. Such a handle is not reused, so its options need not be reset.
  func setRareOptions(_ hop: HopRequest) -> Bool {
    checkFeatures(hop)
    return [
      setPins(hop.trust), setCertificate(hop.options.clientCertificate), setProxy(hop), setRoute(hop),
      setLogin(hop.login), setRate(hop.options.maxTransferRate),
    ].contains(true)
  }

  private func setPins(_ trust: TrustRequirements) -> Bool {
    if let file = trust.authorityFile { curl_easy_set_string(easy, CURLOPT_CAINFO, file.path) }
    if let folder = trust.authorityFolder { curl_easy_set_string(easy, CURLOPT_CAPATH, folder.path) }
    if let pins = trust.pinList { curl_easy_set_string(easy, CURLOPT_PINNEDPUBLICKEY, pins) }
    if trust.requiresStapledStatus { curl_easy_set_long(easy, CURLOPT_SSL_VERIFYSTATUS, 1) }
    return trust.authorityFile != nil || trust.authorityFolder != nil || trust.pinList != nil
      || trust.requiresStapledStatus
  }

  private func setCertificate(_ certificate: ClientCertificate?) -> Bool {
    guard let certificate else { return false }
    if certificate.kind == .p12 { LegacyCiphers.load() }
    curl_easy_set_string(easy, CURLOPT_SSLCERT, certificate.certificate.path)
    curl_easy_set_string(easy, CURLOPT_SSLCERTTYPE, certificate.kind.rawValue.uppercased())
    if let key = certificate.key {
      curl_easy_set_string(easy, CURLOPT_SSLKEY, key.path)
      curl_easy_set_string(easy, CURLOPT_SSLKEYTYPE, certificate.keyKind == .der ? "DER" : "PEM")
    }
    // Without a password, OpenSSL would prompt on the terminal.
    curl_easy_set_string(easy, CURLOPT_KEYPASSWD, certificate.password ?? "")
    return true
  }

  private func setProxy(_ hop: HopRequest) -> Bool {
    switch hop.options.proxy {
    case .environment:
      // libcurl reads the variables itself, but knows no ports in `no_proxy`.
      guard NoProxyList.ofEnvironment.withPorts.contains(hop.url) else { return false }
      curl_easy_set_string(easy, CURLOPT_PROXY, "")
    case .none:
      // An empty proxy overrides the environment.
      curl_easy_set_string(easy, CURLOPT_PROXY, "")
    case .proxy(let proxy) where NoProxyList(proxy.exceptions).withPorts.contains(hop.url):
      curl_easy_set_string(easy, CURLOPT_PROXY, "")
    case .proxy(let proxy):
      curl_easy_set_string(easy, CURLOPT_PROXY, proxy.address)
      if let username = proxy.username { curl_easy_set_string(easy, CURLOPT_PROXYUSERNAME, username) }
      if let password = proxy.password { curl_easy_set_string(easy, CURLOPT_PROXYPASSWORD, password) }
      curl_easy_set_string(easy, CURLOPT_NOPROXY, proxy.noProxyList)
      if let file = hop.trust.authorityFile { curl_easy_set_string(easy, CURLOPT_PROXY_CAINFO, file.path) }
      if let folder = hop.trust.authorityFolder { curl_easy_set_string(easy, CURLOPT_PROXY_CAPATH, folder.path) }
      curl_easy_set_long(easy, CURLOPT_PROXY_SSL_VERIFYPEER, hop.trust.verifiesCertificate ? 1 : 0)
      curl_easy_set_long(easy, CURLOPT_PROXY_SSL_VERIFYHOST, hop.trust.verifiesCertificate ? 2 : 0)
    }
    return true
  }

  private func setRoute(_ hop: HopRequest) -> Bool {
    let options = hop.options
    if let path = options.unixSocketPath { curl_easy_set_string(easy, CURLOPT_UNIX_SOCKET_PATH, path) }
    if let interface = options.interface { curl_easy_set_string(easy, CURLOPT_INTERFACE, interface) }
    if let version = options.ipVersion { curl_easy_set_long(easy, CURLOPT_IPRESOLVE, version.curlValue) }
    setServerName(hop)
    let isRerouted = lists.setConnectTo(CurlLists.connectToEntries(of: options, for: hop.url), on: easy)
    return options.unixSocketPath != nil || options.interface != nil || options.ipVersion != nil || isRerouted
  }

  /// libcurl takes the TLS server name from the URL. So the name replaces the URL's host, `Host` is set to the original
  /// host, and the connection is redirected to it.
  private func setServerName(_ hop: HopRequest) {
    guard hop.options.serverName != nil else { return }
    curl_easy_set_string(easy, CURLOPT_URL, hop.url.named(hop.options.serverName).target)
    var headers = hop.headers
    if !headers.contains(name: "Host") { headers.append(name: "Host", value: hop.url.authority) }
    lists.set(headers, sendsBody: settings?.sendsBody ?? false, on: easy)
  }

  private func setRate(_ limit: Int?) -> Bool {
    guard let limit else { return false }
    curl_easy_set_size(easy, CURLOPT_MAX_SEND_SPEED_LARGE, curl_off_t(limit))
    curl_easy_set_size(easy, CURLOPT_MAX_RECV_SPEED_LARGE, curl_off_t(limit))
    curl_easy_set_long(easy, CURLOPT_UPLOAD_BUFFERSIZE, min(Self.uploadBufferSize, limit.chunkSizeOfRate))
    return true
  }

  /// libcurl's default.
  private static let uploadBufferSize = 64 << 10

  /// Legs of a login count as redirects.
  private static let legLimit = 8

  private func setLogin(_ login: ConnectionAuthentication?) -> Bool {
    if login != nil { curl_easy_set_long(easy, CURLOPT_MAXREDIRS, Self.legLimit) }
    switch login {
    case nil: return false
    case .ntlm(let username, let password):
      curl_easy_set_long(easy, CURLOPT_HTTPAUTH, Int(CURLAUTH_NTLM_ONLY))
      curl_easy_set_string(easy, CURLOPT_USERNAME, username)
      curl_easy_set_string(easy, CURLOPT_PASSWORD, password)
    case .negotiate:
      curl_easy_set_long(easy, CURLOPT_HTTPAUTH, Int(CURLAUTH_NEGOTIATE_ONLY))
      // An empty user name makes libcurl use the Kerberos ticket.
      curl_easy_set_string(easy, CURLOPT_USERPWD, ":")
    }
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
    if let missing { callbackError = .unsupported(missing) }
  }

  private static func has(_ feature: Int32) -> Bool {
    curl_version_info(CURLVERSION_TENTH).map { $0.pointee.features & feature != 0 } ?? false
  }
}

extension Int {
  /// The bytes to send at a time to keep this rate: libcurl waits only between chunks. It raises a size that is too small.
  fileprivate var chunkSizeOfRate: Int { Swift.max(1 << 10, self / 8) }

  /// The bytes to receive at a time: libcurl reads a hundred times before it looks at the rate.
  fileprivate var readSizeOfRate: Int { Swift.max(1 << 10, self / 100) }
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

extension TransferOptions.IPVersion {
  var curlValue: Int {
    switch self {
    case .v4: Int(CURL_IPRESOLVE_V4)
    case .v6: Int(CURL_IPRESOLVE_V6)
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

  /// The maximum is in the upper half of the option.
  var curlMaximum: Int { curlMinimum << 16 }
}

/// Options that are set for every hop.
final class CurlSettings {
  let url: RequestURL
  let method: String
  /// Outer `nil`: no body. Inner `nil`: a body of unknown length.
  let bodyLength: Int??
  let sendsBody: Bool
  let headers: HTTPHeaders
  let httpVersion: Int
  /// In milliseconds.
  let connectTimeout: Int
  let bufferSize: Int
  let tlsVersions: Int
  let verifiesCertificate: Bool
  /// Whether libcurl reports everything, or only sent heads.
  let isVerbose: Bool

  init(of hop: HopRequest, bodyLength: Int??) {
    let options = hop.options
    url = hop.url
    method = hop.method
    self.bodyLength = bodyLength
    sendsBody = bodyLength != nil || (["POST", "PUT", "PATCH"].contains(hop.method) && !hop.omitsLength)
    headers = hop.headers
    httpVersion = options.httpVersion.curlValue
    // Zero means libcurl's default of five minutes.
    connectTimeout = options.connectTimeout.map(\.curlMilliseconds) ?? Int(Int32.max)
    // Large chunks for downloads and streams: each one costs a system call, a callback and a line of the wire log.
    let usual = hop.keepsBody ? Int(CURL_MAX_WRITE_SIZE) : 256 << 10
    bufferSize = min(usual, options.maxTransferRate?.readSizeOfRate ?? usual)
    // libcurl would reuse a connection restricted to HTTP/1.1 for a message that allows HTTP/2. Connections with
    // different TLS settings are never shared, and these two are equivalent with OpenSSL's defaults.
    let plain = options.httpVersion == .http1 ? CURL_SSLVERSION_TLSv1_2 : CURL_SSLVERSION_DEFAULT
    let least = options.minimumTLSVersion?.curlMinimum ?? Int(plain)
    tlsVersions = least | (options.maximumTLSVersion?.curlMaximum ?? 0)
    verifiesCertificate = hop.trust.verifiesCertificate
    isVerbose = HopRecord.isVerbose(of: hop)
  }
}

extension CurlTransfer {
  /// Sets the options that differ from those of the previous hop, usually few.
  func set(_ wanted: CurlSettings) {
    let present = settings
    settings = wanted
    if wanted.url != present?.url {
      target = wanted.url.target
      curl_easy_set_string(easy, CURLOPT_URL, target)
    }
    if wanted.method != present?.method || wanted.bodyLength != present?.bodyLength
      || wanted.sendsBody != present?.sendsBody
    {
      setMethod(of: wanted)
    }
    if wanted.headers != present?.headers || wanted.sendsBody != present?.sendsBody {
      lists.set(wanted.headers, sendsBody: wanted.sendsBody, on: easy)
    }
    set(CURLOPT_HTTP_VERSION, wanted.httpVersion, present?.httpVersion)
    set(CURLOPT_CONNECTTIMEOUT_MS, wanted.connectTimeout, present?.connectTimeout)
    set(CURLOPT_BUFFERSIZE, wanted.bufferSize, present?.bufferSize)
    set(CURLOPT_SSLVERSION, wanted.tlsVersions, present?.tlsVersions)
    if wanted.verifiesCertificate != present?.verifiesCertificate {
      curl_easy_set_long(easy, CURLOPT_SSL_VERIFYPEER, wanted.verifiesCertificate ? 1 : 0)
      curl_easy_set_long(easy, CURLOPT_SSL_VERIFYHOST, wanted.verifiesCertificate ? 2 : 0)
    }
    // Callbacks change this option too.
    curl_easy_set_long(easy, CURLOPT_VERBOSE, wanted.isVerbose ? 1 : 0)
  }

  private func set(_ option: CURLoption, _ wanted: Int, _ present: Int?) {
    if wanted != present { curl_easy_set_long(easy, option, wanted) }
  }

  /// Sends bodies with POST, the only way libcurl allows one for any method, and then replaces the method's name.
  private func setMethod(of settings: CurlSettings) {
    curl_easy_set_long(easy, CURLOPT_HTTPGET, 1)
    if settings.sendsBody {
      curl_easy_set_long(easy, CURLOPT_POST, 1)
      // −1 means an unknown length, which HTTP/1.1 sends chunked.
      let length = settings.bodyLength.map { $0 ?? -1 } ?? 0
      curl_easy_set_size(easy, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(length))
    } else if settings.method == "HEAD" {
      curl_easy_set_long(easy, CURLOPT_NOBODY, 1)
    }
    curl_easy_set_string(easy, CURLOPT_CUSTOMREQUEST, settings.method)
  }
}

/// Linked lists that libcurl references without copying.
struct CurlLists {
  private var headers: UnsafeMutablePointer<curl_slist>?
  private var places: UnsafeMutablePointer<curl_slist>?

  /// Frees the lists when they are no longer used.
  func free() {
    curl_slist_free_all(headers)
    curl_slist_free_all(places)
  }

  /// Sets the caller's headers, and removes those that libcurl would add.
  mutating func set(_ all: HTTPHeaders, sendsBody: Bool, on easy: UnsafeMutableRawPointer) {
    var list: UnsafeMutablePointer<curl_slist>?
    for header in all {
      // `Name;` sends a header without a value; `Name:` would remove the header.
      let isBlank = header.value.utf8.allSatisfy { $0 == 0x20 || $0 == 0x09 }
      list = curl_slist_append(list, isBlank ? header.name + ";" : header.name + ": " + header.value)
    }
    let own = sendsBody ? ["Accept", "Accept-Encoding", "Content-Type", "Expect"] : ["Accept", "Accept-Encoding"]
    for name in own where !all.contains(name: name) {
      list = curl_slist_append(list, name + ":")
    }
    curl_easy_set_list(easy, CURLOPT_HTTPHEADER, list)
    curl_slist_free_all(headers)
    headers = list
  }

  /// Sets alternative addresses to connect to. `resolve` is implemented in this way too, because libcurl's DNS cache
  /// would apply it to later messages without the override.
  ///
  /// - Returns: Whether there are any.
  mutating func setConnectTo(_ texts: [String], on easy: UnsafeMutableRawPointer) -> Bool {
    for text in texts { places = curl_slist_append(places, text) }
    if let places { curl_easy_set_list(easy, CURLOPT_CONNECT_TO, places) }
    return places != nil
  }

  /// Returns the entries in the format of curl's `--connect-to`, in a fixed order.
  ///
  /// - Parameter url: The URL of a message with another server name.
  static func connectToEntries(of options: TransferOptions, for url: RequestURL? = nil) -> [String] {
    let own = options.serverName.flatMap { name in url.map { [named(name, $0, options)] } } ?? []
    let places = options.connectTo.map { hostAndPort($0.key) + ":" + hostAndPort($0.value) }
    let addresses = options.resolve.map { from, address in
      let bracketed = address.contains(":") && !address.hasPrefix("[") ? "[\(address)]" : address
      return hostAndPort(from) + ":" + bracketed + ":"
    }
    // The first match wins.
    return own + places.sorted() + addresses.sorted()
  }

  /// Redirects a message whose URL has another server name to its original address.
  private static func named(_ name: String, _ url: RequestURL, _ options: TransferOptions) -> String {
    let keys = ["\(url.host):\(url.effectivePort)", url.host]
    let place = keys.lazy.compactMap { options.connectTo[$0] ?? options.resolve[$0] }.first ?? url.host
    return "\(name):\(url.effectivePort):" + (place.hasPort ? place : "\(place):\(url.effectivePort)")
  }

  /// An empty port matches all ports, or keeps the port.
  private static func hostAndPort(_ text: String) -> String {
    text.hasPort ? text : text + ":"
  }
}

extension String {
  /// Whether the host is followed by a port; IPv6 addresses are in brackets.
  fileprivate var hasPort: Bool { self[(lastIndex(of: "]") ?? startIndex)...].contains(":") }
}
