internal import Foundation

/// Code shared by the shell targets.
enum Shell {
  /// A command that prints the body: several, in braces.
  static func printing(_ body: CodeRequest.Body) -> String? {
    switch body {
    case .none: nil
    case .bytes(let data): ShellText.printing(data)
    case .file(let path): "cat -- " + ShellText.quoted(path)
    case .parts(let parts):
      "{ " + CodeForm(parts).pieces.compactMap { printing($0) }.joined(separator: "; ") + "; }"
    }
  }

  /// Text that can be an argument: without control characters that a terminal would act on, and not too long.
  static func argument(_ body: CodeRequest.Body) -> String? {
    guard case .bytes(let data) = body, data.count <= 100_000 else { return nil }
    return data.codeText
  }
}

struct Wget {
  let request: CodeRequest
  private var options: [String] = []
  private var notes: [String] = []

  init(_ request: CodeRequest) {
    self.request = request
    if request.method != "GET" || request.hasBody { addOption("method", request.method) }
    let headers = request.headersWithForm
    notes += headers.joiningNote("wget")
    for header in headers.joined { addOption("header", header.name + ": " + header.value) }
    if request.hasBody, headers.first("Content-Type") == nil {
      notes.append("wget adds Content-Type: application/x-www-form-urlencoded.")
    }
    for setting in request.settings { addSetting(setting) }
    if request.hasDotSegments { notes.append("wget resolves the dots in the path.") }
  }

  private mutating func addOption(_ name: String, _ value: String) {
    options.append("--\(name)=" + ShellText.quoted(value))
  }

  private mutating func addSetting(_ setting: CodeSetting) {
    switch setting {
    case .login(.digest(let name, let password)), .login(.ntlm(let name, let password, nil)):
      addOption("http-user", name)
      addOption("http-password", password)
    case .login(.ntlm(let name, let password, let domain?)):
      addOption("http-user", domain + "\\" + name)
      addOption("http-password", password)
    case .basic(let login):
      addOption("user", login.name)
      addOption("password", login.password)
      options.append("--auth-no-challenge")
    case .timeout(let seconds): addOption("timeout", CodeSetting.number(seconds))
    case .connectTimeout(let seconds): addOption("connect-timeout", CodeSetting.number(seconds))
    case .redirects(let limit): if let limit { addOption("max-redirect", String(limit)) }
    case .noRedirects: addOption("max-redirect", "0")
    case .unverified: options.append("--no-check-certificate")
    case .authorities(let path): addOption("ca-certificate", path)
    case .minimumTLS(let version): addOption("secure-protocol", "TLSv" + version.replacingExactly(".", with: "_"))
    case .certificate(let certificate) where !certificate.isPKCS12 && certificate.passphrase == nil:
      addOption("certificate", certificate.path)
      if let key = certificate.key { addOption("private-key", key) }
    case .proxy(let url?):
      options += ["-e use_proxy=yes"] + ["http", "https"].map { "-e " + ShellText.quoted("\($0)_proxy=\(url)") }
    case .proxy(nil): options.append("--no-proxy")
    case .version(.http1): break
    case .other("rateLimit", let rate): addOption("limit-rate", rate)
    case .other("interface", let name): addOption("bind-address", name)
    case .other("ipVersion", let version): options.append("--inet\(version)-only")
    case .other("pinnedKeys", let keys): addOption("pinnedpubkey", keys)
    // wget reads this file by default.
    case .other("netrc", CodeRequest.usualNetrc): break
    default: notes.append(setting.missing("wget"))
    }
  }

  var program: CodeProgram {
    var options = options + ["--quiet --server-response --content-on-error --output-document=-"]
    var (before, after) = ("", "")
    if let path = request.bodyFile {
      options.append("--body-file=" + ShellText.quoted(path))
    } else if let text = Shell.argument(request.body) {
      options.append("--body-data=" + ShellText.quoted(text))
    } else if let command = Shell.printing(request.body) {
      // wget needs to know the length.
      before = "body=$(mktemp)\n\(command) >\"$body\"\n"
      after = "\nrm -f \"$body\""
      options.append("--body-file=\"$body\"")
    }
    let command = (["wget " + ShellText.quoted(request.url)] + options).joined(separator: " \\\n  ")
    return CodeProgram(text: before + command + after, notes: notes)
  }
}
