/// The parameters of `Invoke-WebRequest` as options of curl.
struct PowerShellRequest {
  private(set) var problems: [String] = []
  private var url = ""
  private var method: String?
  private var headers: [(String, String)] = []
  private var body: PowerShellValue?
  private var form: [(String, PowerShellValue)] = []
  private var options: [String] = []
  private var followsRedirects = true

  mutating func read(_ arguments: [PowerShellReader.Argument]) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case .value(let value): if url.isEmpty { url = value.text }
      case .parameter(let name):
        let name = name.drop { $0 == "-" }.lowercased()
        if Self.flags.contains(where: { $0.hasPrefix(name) }) {
          if name.hasPrefix("skipcert") { options.append("--insecure") }
        } else if case .value(let value)? = rest.first {
          rest = rest.dropFirst()
          set(name, value)
        }
      }
    }
  }

  private static let flags = [
    "usebasicparsing", "skipcertificatecheck", "skipheadervalidation", "skiphttperrorcheck", "disablekeepalive",
    "passthru", "allowunencryptedauthentication", "preserveauthorizationonredirect", "nofollowredirect", "verbose",
  ]

  private mutating func set(_ name: String, _ value: PowerShellValue) {
    switch name {
    case "uri": url = value.text
    case "method", "custommethod": method = value.text
    case "headers": if case .table(let rows) = value { headers += rows.map { ($0.0, $0.1.text) } }
    case "body": body = value
    case "form": if case .table(let rows) = value { form = rows }
    case "contenttype": headers.append(("Content-Type", value.text))
    case "useragent": options += ["--user-agent", value.text]
    case "infile": options += ["--data-binary", "@" + value.text]
    case "timeoutsec", "connectiontimeoutseconds": options += ["--max-time", value.text]
    case "maximumredirection":
      if value.text == "0" { followsRedirects = false } else { options += ["--max-redirs", value.text] }
    case "proxy": options += ["--proxy", value.text]
    case "token": options += ["--oauth2-bearer", value.text]
    case "websession": setSession(value)
    case "outfile", "sessionvariable", "authentication", "erroraction", "ea", "transferencoding": break
    default: problems.append("-\(name) of PowerShell")
    }
  }

  private mutating func setSession(_ value: PowerShellValue) {
    guard case .object(let members) = value else { return }
    if let agent = members["useragent"]?.text, !agent.isEmpty { options += ["--user-agent", agent] }
    if let cookies = members["cookies"]?.text, !cookies.isEmpty { options += ["--cookie", cookies] }
  }

  /// The command line that sends the same.
  var words: [String] {
    var words = ["curl", "--globoff", url]
    if followsRedirects { words.append("--location") }
    if let method { words += ["--request", method.uppercased()] }
    // Browsers write the pseudo-headers of HTTP/2 among the headers.
    let pseudo: Set = headers.contains { $0.0 == "authority" } ? ["authority", "method", "path", "scheme"] : []
    let sent = headers.filter { !pseudo.contains($0.0) && !$0.0.hasPrefix(":") }
    if !sent.contains(where: { $0.0.lowercased() == "accept" }) { words += ["--header", "Accept:"] }
    for (name, value) in sent { words += ["--header", value.isEmpty ? name + ";" : name + ": " + value] }
    return words + options + bodyWords
  }

  private var bodyWords: [String] {
    if !form.isEmpty { return form.flatMap { ["--form-string", $0.0 + "=" + $0.1.text] } }
    switch body {
    case .table(let rows)?:
      let isQuery = method.map { $0.uppercased() == "GET" } ?? true
      return (isQuery ? ["--get"] : []) + rows.flatMap { ["--data-urlencode", $0.0 + "=" + $0.1.text] }
    case let body?: return ["--data-raw", body.text]
    case nil: return []
    }
  }
}
