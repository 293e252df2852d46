internal import Foundation

/// A message as a command line that `sh` runs unchanged, and with which curl sends the same bytes.
struct CURLCommand {
  /// The text of a request that has no message.
  static let unmade = "curl # no message made yet"

  var message: OutgoingRequest
  var options: TransferOptions
  var trust: TrustRequirements
  var credential: Credential?

  /// One option to a line, joined by backslashes at the lines' ends.
  var text: String {
    let body = body
    let arguments =
      ["curl " + ShellText.quoted(message.url.target)] + method(body) + headers(body) + login + body.arguments
      + urlOptions + transportOptions
    return (body.source.map { $0 + " | " } ?? "") + arguments.joined(separator: " \\\n  ")
  }

  /// The transport says `Content-Length: 0` for methods that should have a body.
  private var body: CURLBody {
    if let body = message.body { return CURLBody(body, contentType: message.headers["Content-Type"]) }
    return [.post, .put, .patch].contains(message.method) ? CURLBody(Data()) : CURLBody()
  }

  private func method(_ body: CURLBody) -> [String] {
    switch (message.method, body.arguments.isEmpty) {
    case (.get, true), (.post, false): []
    // `-X HEAD` alone waits for a body that does not come; with a body to send curl allows no `--head`.
    case (.head, true): ["--head"]
    default: ["-X " + ShellText.quoted(message.method.rawValue)]
    }
  }

  /// The message's, and what keeps curl from adding its own.
  private func headers(_ body: CURLBody) -> [String] {
    var own = ["User-Agent", "Accept"]
    if !body.arguments.isEmpty { own += body.isForm ? ["Expect"] : ["Content-Type", "Expect"] }
    let given = message.headers.filter { !(body.isForm && $0.name.isFieldName("Content-Type")) }.map { header in
      // `Name:` without a value removes a header, `Name;` sends it empty.
      header.value.allSatisfy(\.isWhitespace) ? header.name + ";" : header.name + ": " + header.value
    }
    let removed = own.filter { !message.headers.contains(name: $0) }.map { $0 + ":" }
    // With a header of that name given, the option decodes the answer and adds nothing.
    let decodes = message.headers.contains(name: "Accept-Encoding")
    return (given + removed).map { "-H " + ShellText.quoted($0) } + (decodes ? ["--compressed"] : [])
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

  /// curl takes brackets and braces for patterns, and shortens a path with dots in it, unless it is told not to.
  private var urlOptions: [String] {
    let hasPattern = message.url.target.contains { "[]{}".contains($0) }
    let path = message.url.path.lowercased().replacingScalars("%2e", with: ".")
    let hasDots = path.split(separator: "/").contains { $0 == "." || $0 == ".." }
    return (hasPattern ? ["--globoff"] : []) + (hasDots ? ["--path-as-is"] : [])
  }
}
