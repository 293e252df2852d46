internal import Foundation

extension TransferRoute {
  /// The special properties of the route to a server, each with the environment variable that it comes from.
  func facts(to url: RequestURL, variable: (String) -> String? = Self.variable) -> [String] {
    let proxy = proxyFact(to: url, variable)
    return [proxy].compactMap(\.self) + placeFacts(to: url) + (url.scheme == "https" ? trustFacts(to: url.host) : [])
  }

  /// A variable of the process environment.
  static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

  private func placeFacts(to url: RequestURL) -> [String] {
    let names = ["\(url.host):\(url.effectivePort)", url.host].map { $0.lowercased() }
    func place(_ rows: [Parameter]) -> String? { rows.first { names.contains($0.name.lowercased()) }?.value }
    return [
      socket.map { "unix socket \($0)" }, place(options.resolve).map { "\(url.host) is at \($0)" },
      place(options.connectTo).map { "connects to \($0)" }, options.interface.map { "from interface \($0)" },
      options.ipVersion.map { "IPv\($0) only" },
    ].compactMap(\.self)
  }

  private func trustFacts(to host: String) -> [String] {
    guard let result = try? transferOptions(to: host) else { return [] }
    var facts: [String] = []
    if let name = result.serverName { facts.append("TLS for the name \(name)") }
    if let version = result.minimumTLSVersion { facts.append("TLS \(version.rawValue) or later") }
    facts += result.serverTrust.map { self.facts(of: $0) } ?? []
    if let certificate = result.clientCertificate { facts.append("client certificate \(certificate.certificate.path)") }
    return facts
  }

  private func facts(of trust: ServerTrust) -> [String] {
    switch trust {
    case .disabled: ["the certificate is not verified"]
    case .authorities(let file): ["CA bundle \(file.path)"]
    case .composite where trust == systemTrust.policy: systemTrust.facts
    case .composite(let parts): parts.flatMap { facts(of: $0) }
    case .pinnedPublicKeys(let pins): [pins.count == 1 ? "a pinned public key" : "\(pins.count) pinned public keys"]
    default: []
    }
  }

  // MARK: The proxy

  private func proxyFact(to url: RequestURL, _ variable: (String) -> String?) -> String? {
    guard socket == nil else { return nil }
    if let own = options.proxy {
      guard own.lowercased() != "none" else { return nil }
      let isExcepted = NoProxyList(options.proxyExceptions).contains(url)
      return isExcepted ? nil : "through proxy \(CredentialText.maskingProxy("proxy " + own).dropFirst(6))"
    }
    if options.proxyExceptions.contains("*") { return nil }
    let names = [url.scheme + "_proxy"] + (url.scheme == "https" ? ["HTTPS_PROXY"] : []) + ["all_proxy", "ALL_PROXY"]
    guard let name = names.first(where: { variable($0) != nil }), let proxy = variable(name), !proxy.isEmpty else {
      return nil
    }
    if let exception = ["no_proxy", "NO_PROXY"].first(where: { variable($0) != nil }),
      NoProxyList(variable(exception) ?? "").contains(url)
    {
      return "past \(name), from \(exception)"
    }
    return "through proxy \(CredentialText.maskingProxy("proxy " + proxy).dropFirst(6)), from \(name)"
  }
}

extension SystemTrust {
  fileprivate var facts: [String] {
    [
      file.map { "CA bundle \($0), from \(fileVariable)" },
      folder.map { "CA certificates in \($0), from SSL_CERT_DIR" },
    ].compactMap(\.self)
  }
}

extension Timeline {
  /// The same timeline with the facts of each hop's route as the first lines of its wire log.
  func noting(_ route: TransferRoute) -> Timeline {
    var timeline = self
    for index in hops.indices {
      guard let url = try? RequestURL(hops[index].url) else { continue }
      let facts = route.facts(to: url)
      guard !facts.isEmpty else { continue }
      let lines = facts.map { WireLine(time: hops[index].start, kind: .note, text: "Route: " + $0, byteCount: 0) }
      timeline.hops[index].wire = WireLog(lines + hops[index].wire)
    }
    return timeline
  }
}
