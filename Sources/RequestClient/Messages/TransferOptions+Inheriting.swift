extension TransferOptions {
  /// Which options were assigned.
  struct Assigned: OptionSet, Hashable, Sendable {
    let rawValue: UInt32

    static let timeout = Assigned(rawValue: 1 << 0)
    static let connectTimeout = Assigned(rawValue: 1 << 1)
    static let readTimeout = Assigned(rawValue: 1 << 2)
    static let maxRedirects = Assigned(rawValue: 1 << 3)
    static let maxBodySize = Assigned(rawValue: 1 << 4)
    static let bodyMemoryLimit = Assigned(rawValue: 1 << 5)
    static let maxHeadSize = Assigned(rawValue: 1 << 6)
    static let serverTrust = Assigned(rawValue: 1 << 7)
    static let clientCertificate = Assigned(rawValue: 1 << 8)
    static let minimumTLSVersion = Assigned(rawValue: 1 << 9)
    static let maximumTLSVersion = Assigned(rawValue: 1 << 10)
    static let keepsCredentialsAcrossOrigins = Assigned(rawValue: 1 << 11)
    static let proxy = Assigned(rawValue: 1 << 12)
    static let unixSocketPath = Assigned(rawValue: 1 << 13)
    static let resolve = Assigned(rawValue: 1 << 14)
    static let connectTo = Assigned(rawValue: 1 << 15)
    static let httpVersion = Assigned(rawValue: 1 << 16)
    static let keepsWireLog = Assigned(rawValue: 1 << 17)
  }

  /// These options, with those of `session` where nothing was assigned.
  func inheriting(from session: TransferOptions) -> TransferOptions {
    var merged = session
    if assigned.contains(.timeout) { merged.timeout = timeout }
    if assigned.contains(.connectTimeout) { merged.connectTimeout = connectTimeout }
    if assigned.contains(.readTimeout) { merged.readTimeout = readTimeout }
    if assigned.contains(.maxRedirects) { merged.maxRedirects = maxRedirects }
    if assigned.contains(.maxBodySize) { merged.maxBodySize = maxBodySize }
    if assigned.contains(.bodyMemoryLimit) { merged.bodyMemoryLimit = bodyMemoryLimit }
    if assigned.contains(.maxHeadSize) { merged.maxHeadSize = maxHeadSize }
    if assigned.contains(.serverTrust) { merged.serverTrust = serverTrust }
    if assigned.contains(.clientCertificate) { merged.clientCertificate = clientCertificate }
    if assigned.contains(.minimumTLSVersion) { merged.minimumTLSVersion = minimumTLSVersion }
    if assigned.contains(.maximumTLSVersion) { merged.maximumTLSVersion = maximumTLSVersion }
    if assigned.contains(.keepsCredentialsAcrossOrigins) {
      merged.keepsCredentialsAcrossOrigins = keepsCredentialsAcrossOrigins
    }
    if assigned.contains(.proxy) { merged.proxy = proxy }
    if assigned.contains(.unixSocketPath) { merged.unixSocketPath = unixSocketPath }
    if assigned.contains(.httpVersion) { merged.httpVersion = httpVersion }
    if assigned.contains(.keepsWireLog) { merged.keepsWireLog = keepsWireLog }
    if assigned.contains(.resolve) { merged.resolve = Self.places(resolve, addedTo: session.resolve) }
    if assigned.contains(.connectTo) { merged.connectTo = Self.places(connectTo, addedTo: session.connectTo) }
    return merged
  }

  /// An empty dictionary would add nothing: it drops what would be inherited.
  private static func places(_ own: [String: String], addedTo inherited: [String: String]) -> [String: String] {
    own.isEmpty ? [:] : inherited.merging(own) { _, own in own }
  }
}
