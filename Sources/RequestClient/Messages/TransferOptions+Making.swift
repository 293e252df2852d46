extension TransferOptions {
  /// Options of which those are inherited that are left out or `nil`.
  ///
  /// To override an inherited option with `nil`, assign it: `TransferOptions { $0.timeout = nil }` waits forever.
  public init(
    timeout: Duration? = nil,
    connectTimeout: Duration? = nil,
    readTimeout: Duration? = nil,
    maxRedirects: Int? = nil,
    maxBodySize: Int? = nil,
    bodyMemoryLimit: Int? = nil,
    maxHeadSize: Int? = nil,
    serverTrust: ServerTrust? = nil,
    clientCertificate: ClientCertificate? = nil,
    minimumTLSVersion: TLSVersion? = nil,
    maximumTLSVersion: TLSVersion? = nil,
    keepsCredentialsAcrossOrigins: Bool? = nil,
    proxy: ProxySetting? = nil,
    unixSocketPath: String? = nil,
    resolve: [String: String]? = nil,
    connectTo: [String: String]? = nil,
    httpVersion: HTTPVersion? = nil,
    keepsWireLog: Bool? = nil
  ) {
    self.init()
    if let timeout { self.timeout = timeout }
    if let connectTimeout { self.connectTimeout = connectTimeout }
    if let readTimeout { self.readTimeout = readTimeout }
    if let maxRedirects { self.maxRedirects = maxRedirects }
    if let maxBodySize { self.maxBodySize = maxBodySize }
    if let bodyMemoryLimit { self.bodyMemoryLimit = bodyMemoryLimit }
    if let maxHeadSize { self.maxHeadSize = maxHeadSize }
    if let serverTrust { self.serverTrust = serverTrust }
    if let clientCertificate { self.clientCertificate = clientCertificate }
    if let minimumTLSVersion { self.minimumTLSVersion = minimumTLSVersion }
    if let maximumTLSVersion { self.maximumTLSVersion = maximumTLSVersion }
    if let keepsCredentialsAcrossOrigins { self.keepsCredentialsAcrossOrigins = keepsCredentialsAcrossOrigins }
    if let proxy { self.proxy = proxy }
    if let unixSocketPath { self.unixSocketPath = unixSocketPath }
    if let resolve { self.resolve = resolve }
    if let connectTo { self.connectTo = connectTo }
    if let httpVersion { self.httpVersion = httpVersion }
    if let keepsWireLog { self.keepsWireLog = keepsWireLog }
  }

  /// Options that `change` assigns; all others are inherited.
  public init(_ change: (inout TransferOptions) throws -> Void) rethrows {
    self.init()
    try change(&self)
  }
}
