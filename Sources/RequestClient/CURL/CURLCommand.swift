internal import Foundation
internal import RequestBasics

/// A message as a command line that `sh` runs unchanged, and with which curl sends the same bytes.
struct CURLCommand {
  /// The text of a request that has no message.
  static let unmade = "curl # no message made yet"

  var message: OutgoingRequest
  var options: TransferOptions
  var trust: TrustRequirements
  var credential: Credential?

  var text: String {
    var line = CURLCommandLine(
      url: message.url.target, method: message.method.rawValue,
      headers: message.headers.map { ($0.name, $0.value) }, body: body)
    (line.login, line.transport) = (login, transportOptions)
    return line.text
  }

  /// The transport says `Content-Length: 0` for methods that should have a body.
  private var body: CURLBody {
    if let body = message.body { return CURLBody(body, contentType: message.headers["Content-Type"]) }
    return [.post, .put, .patch].contains(message.method) ? CURLBody(Data()) : CURLBody()
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
}
