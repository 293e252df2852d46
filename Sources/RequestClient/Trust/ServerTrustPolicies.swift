/// Which trust is asked of which host.
///
/// A pattern is a host, `*.example.com` for every host below `example.com` at any depth but not that itself, or `*` for
/// all. A host's own entry comes first, then the longest pattern; a host without any has `system`.
public struct ServerTrustPolicies: Hashable, Sendable, ExpressibleByDictionaryLiteral {
  private var policies: [String: ServerTrust] = [:]

  /// Of patterns that differ in case only, one counts.
  public init(_ policies: [String: ServerTrust] = [:]) {
    for (pattern, trust) in policies { self.policies[Self.canonical(pattern)] = trust }
  }

  /// Of a pattern that comes twice, the last counts.
  public init(dictionaryLiteral elements: (String, ServerTrust)...) {
    for (pattern, trust) in elements { policies[Self.canonical(pattern)] = trust }
  }

  /// The policy of exactly this pattern.
  public subscript(pattern: String) -> ServerTrust? {
    get { policies[Self.canonical(pattern)] }
    set { policies[Self.canonical(pattern)] = newValue }
  }

  /// What `host` has to prove. The cost is one look-up for each of its labels.
  public func trust(for host: String) -> ServerTrust {
    if policies.isEmpty { return .system }
    let host = Self.canonical(host)
    if let exact = policies[host] { return exact }
    for domain in DomainName.chain(host).dropFirst() {
      if let trust = policies["*." + domain] { return trust }
    }
    return policies["*"] ?? .system
  }

  /// Lower case, without the dot of a fully qualified name.
  private static func canonical(_ host: String) -> String {
    let host = host.lowercased()
    return host.hasSuffix(".") ? String(host.dropLast()) : host
  }
}
