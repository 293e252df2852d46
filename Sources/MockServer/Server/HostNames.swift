/// The names by which clients may address the server.
///
/// A web page can resolve its own name to the address of this machine (DNS rebinding) and read the responses as its
/// own. Its browser then sends that name as the Host.
package struct HostNames: Sendable {
  private let names: Set<String>

  /// - Parameters:
  ///   - host: The address that the server listens on.
  ///   - others: Additional names that the user allows.
  package init(listeningOn host: String, others: [String] = []) {
    names = Set((ServerName.all(host: host).map(\.text) + others).map { $0.lowercased() })
  }

  /// - Returns: The refusal of a request for another host; `nil` if the request is allowed.
  func refusal(_ head: RequestHead) -> MockReply? {
    let hosts = [head.headers.first("Host"), Self.authority(of: head.target)].compactMap(\.self)
    guard let wrong = hosts.map(Self.name).first(where: { !allows($0) }) else { return nil }
    return .problem(
      421, "This server does not answer for \(wrong) — use localhost or an address, or start it with --allow-host",
      source: "refused host")
  }

  /// Whether a request names an allowed host, or none.
  package func allows(_ request: MockRequest) -> Bool { request.header("Host").map { allows(Self.name($0)) } ?? true }

  /// Whether a name is allowed. All IP addresses are, as browsers send only those of the server itself.
  private func allows(_ name: String) -> Bool {
    names.contains(name) || Self.isLoopback(name) || ServerName(name)?.isAddress == true
  }

  /// Whether a host in lower case is this machine, without asking the network.
  static func isLoopback(_ name: String) -> Bool {
    name == "localhost" || name.hasSuffix(".localhost") || name == "::1"
      || (name.hasPrefix("127.") && ServerName(name)?.isAddress == true)
  }

  /// The host of `host:port`, in lower case and without brackets.
  static func name(_ authority: String) -> String {
    let text = authority.lowercased()
    if text.hasPrefix("[") { return String(text.dropFirst().prefix { $0 != "]" }) }
    let name = text.prefix { $0 != ":" }
    return String(name.hasSuffix(".") ? name.dropLast() : name)
  }

  /// The host in a target in the form for proxies.
  private static func authority(of target: String) -> String? {
    guard !target.startsExactly(with: "/"), let scheme = target.firstRange(of: "://") else { return nil }
    let authority = target[scheme.upperBound...].prefix { !"/?#".contains($0) }
    return authority.split(separator: "@", omittingEmptySubsequences: false).last.map(String.init)
  }
}
