internal import Foundation

struct HTTPie {
  let request: CodeRequest
  private var options: [String] = ["--print=hb"]
  private var notes: [String] = []

  init(_ request: CodeRequest) {
    self.request = request
    for setting in request.settings { addSetting(setting) }
    if request.isURLChangedByParsers { options.append("--path-as-is") }
    notes += request.headers.filter { Self.losesBackslash($0.value) }.map {
      "HTTPie drops a backslash of the header \($0.name)."
    }
    if request.hasNeedlessEscapes { notes.append("HTTPie decodes needless percent escapes in the URL.") }
    if request.hasBrackets { notes.append("HTTPie escapes [ and ] in the URL.") }
    if request.target.query == "" { notes.append("HTTPie leaves out the empty query.") }
  }

  private mutating func addOption(_ name: String, _ value: String) {
    options.append("--\(name)=" + ShellText.quoted(value))
  }

  private mutating func addSetting(_ setting: CodeSetting) {
    switch setting {
    case .basic(let login): addOption("auth", login.text)
    case .login(.digest(let name, let password)):
      options.append("--auth-type=digest")
      addOption("auth", name + ":" + password)
    case .timeout(let seconds): addOption("timeout", CodeSetting.number(seconds))
    case .redirects(let limit):
      options.append("--follow")
      if let limit { addOption("max-redirects", String(limit)) }
    case .noRedirects: break
    case .unverified: addOption("verify", "no")
    case .authorities(let path): addOption("verify", path)
    case .minimumTLS(let version): addOption("ssl", "tls" + version)
    case .certificate(let certificate) where !certificate.isPKCS12:
      addOption("cert", certificate.path)
      if let key = certificate.key { addOption("cert-key", key) }
      if let passphrase = certificate.passphrase { addOption("cert-key-pass", passphrase) }
    case .proxy(let url?):
      addOption("proxy", "http:" + url)
      addOption("proxy", "https:" + url)
    case .version(.http1): break
    default: notes.append(setting.missing("HTTPie"))
    }
  }

  var program: CodeProgram {
    var options = options
    var source = ""
    let ownParts = formParts
    if let ownParts {
      options += ownParts.isEmpty ? [] : ["--multipart"]
    } else if let text = Shell.argument(request.body), !text.isEmpty {
      options.append("--raw=" + ShellText.quoted(text))
    } else if let command = Shell.printing(request.body) {
      source = command + " | "
    }
    if source.isEmpty { options.insert("--ignore-stdin", at: 0) }
    let place = ShellText.quoted(request.method) + " " + ShellText.quoted(request.url)
    let words = ["http " + options.joined(separator: " "), place] + headers(ownParts) + (ownParts ?? []).map(item)
    return CodeProgram(text: source + words.joined(separator: " \\\n  "), notes: notes)
  }

  /// Rows that need no hand-built form: HTTPie takes a file's name from its path.
  private var formParts: [Parameter]? {
    request.plainParts.flatMap { parts in
      parts.allSatisfy { part in
        let isOwnName =
          part.file == nil || part.fileName == nil || part.fileName == Parameter.fileName(of: part.file ?? "")
        return isOwnName && !Self.losesBackslash(part.name + part.value)
          && !(part.file?.containsExactly(";type=") ?? false)
      } ? parts : nil
    }
  }

  /// HTTPie would add a JSON type to a body.
  private func headers(_ ownParts: [Parameter]?) -> [String] {
    let headers = ownParts == nil ? request.headersWithForm : request.headers
    let none = request.hasBody && ownParts == nil && headers.first("Content-Type") == nil ? ["Content-Type:"] : []
    return headers.map { header in
      // With a semicolon, a header is sent without a value.
      let isEmpty = header.value.allSatisfy(\.isWhitespace)
      return ShellText.quoted(isEmpty ? header.name + ";" : header.name + ":" + escaped(header.value))
    } + none
  }

  private func item(_ part: Parameter) -> String {
    let name = part.name.unicodeScalars.map {
      ":=@;\\".unicodeScalars.contains($0) && $0 != "\\" ? "\\" + String($0) : String($0)
    }.joined()
    guard let file = part.file else { return ShellText.quoted(name + "=" + escaped(part.value)) }
    return ShellText.quoted(name + "@" + file + (part.contentType.map { ";type=" + $0 } ?? ""))
  }

  /// A backslash before a character of a separator escapes it, and nothing escapes a backslash.
  private static func losesBackslash(_ text: String) -> Bool {
    text.parts(separatedBy: "\\").dropFirst().contains {
      $0.unicodeScalars.first.map(":=@;".unicodeScalars.contains) == true
    }
  }

  /// At the start, these would make another separator.
  private func escaped(_ value: String) -> String {
    value.unicodeScalars.first.map { "=@:".unicodeScalars.contains($0) } == true ? "\\" + value : value
  }
}
