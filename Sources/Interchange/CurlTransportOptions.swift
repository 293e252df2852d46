/// Options of a request as those of curl.
struct CurlTransportOptions {
  let options: RequestOptions
  let url: String

  var arguments: [String] { version + limits + route + proxy + trust }

  private func option(_ name: String, _ value: String?) -> [String] {
    value.map { ["\(name) \(ShellText.quoted($0))"] } ?? []
  }

  private var version: [String] {
    switch options.httpVersion {
    case .auto: []
    case .http1: ["--http1.1"]
    case .http2: ["--http2"]
    case .http2PriorKnowledge: ["--http2-prior-knowledge"]
    }
  }

  private var limits: [String] {
    let timeout = options.timeout.flatMap { $0 > 0 ? CodeSetting.number($0) : nil }
    let connectTimeout = options.connectTimeout.flatMap { $0 > 0 ? CodeSetting.number($0) : nil }
    return option("--max-time", timeout) + option("--connect-timeout", connectTimeout)
      + option("--limit-rate", options.rateLimit.map { String($0) })
  }

  private var route: [String] {
    option("--unix-socket", options.unixSocket) + option("--interface", options.interface)
      + (options.ipVersion.map { ["--ipv" + $0] } ?? [])
      + options.resolve.flatMap { option("--resolve", place($0.name) + ":" + $0.value) }
      + options.connectTo.flatMap { option("--connect-to", $0.name + ($0.name.contains(":") ? ":" : "::") + $0.value) }
  }

  /// Adds the default port of the URL's scheme if there is none: `--resolve` needs a port.
  private func place(_ name: String) -> String {
    name.contains(":") ? name : name + (url.hasPrefix("https:") ? ":443" : ":80")
  }

  private var proxy: [String] {
    if options.proxy?.lowercased() == "none" { return ["--noproxy '*'"] }
    let user = options.proxyUsername.map { $0 + ":" + (options.proxyPassword ?? "") }
    let exceptions = options.proxyExceptions.joined(separator: ",")
    return option("--proxy", options.proxy) + option("--proxy-user", user)
      + option("--noproxy", exceptions.isEmpty ? nil : exceptions)
  }

  private var trust: [String] {
    let host = host
    let matching = options.certificates.filter { $0.match(host, isOwn: true) }
    let certificate = matching.first { $0.clientCertificate != nil }
    // A colon in the path would begin the passphrase.
    let path = certificate?.clientCertificate?.replacingExactly("\\", with: #"\\"#).replacingExactly(":", with: #"\:"#)
    let isP12 = [".p12", ".pfx"].contains { path?.lowercased().hasSuffix($0) == true }
    let type = isP12 ? "P12" : isDER(path) ? "DER" : nil
    let keyType = isDER(certificate?.clientKey) ? "DER" : nil
    let pins = options.pinnedKeys.isEmpty ? nil : options.pinnedKeys.joined(separator: ";")
    return (options.verifiesTLS ? [] : ["--insecure"]) + option("--cert", path) + option("--cert-type", type)
      + option("--key", certificate?.clientKey) + option("--key-type", keyType)
      + option("--pass", certificate?.passphrase)
      + option("--cacert", matching.lazy.compactMap(\.caBundle).first) + option("--pinnedpubkey", pins)
      + (options.minimumTLS.map { ["--tlsv" + $0] } ?? [])
  }

  private func isDER(_ path: String?) -> Bool { path?.lowercased().hasSuffix(".der") == true }

  private var host: String {
    let authority = url.firstRangeExactly(of: "://").map { url[$0.upperBound...] } ?? url[...]
    let place = authority.prefix { !"/?#".contains($0) }
    return String(place.lastIndex(of: ":").map { place[..<$0] } ?? place)
  }
}
