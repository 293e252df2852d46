internal import Foundation

/// The logins of a `.netrc` file, following curl's rules.
struct Netrc {
  struct Login: Equatable {
    var name = ""
    var password = ""
  }

  private var byHost: [(host: String?, login: Login)] = []

  init(_ text: String) {
    var tokens = NetrcTokens(text)
    while let token = tokens.next() {
      switch token {
      case "machine": byHost.append((tokens.next()?.lowercased() ?? "", Login()))
      case "default": byHost.append((nil, Login()))
      case "login": set(\.name, tokens.next())
      case "password": set(\.password, tokens.next())
      case "account": _ = tokens.next()
      case "macdef": tokens.skipMacro()
      default: break
      }
    }
  }

  private mutating func set(_ part: WritableKeyPath<Login, String>, _ value: String?) {
    if let value, !byHost.isEmpty { byHost[byHost.count - 1].login[keyPath: part] = value }
  }

  /// The login of the first entry for the host. `default` matches every host.
  func login(for host: String) -> Login? {
    byHost.first { $0.host == nil || $0.host == host.lowercased() }?.login
  }
}

/// Words separated by white space. A word in double quotes may contain white space, and `\` escapes the next character.
private struct NetrcTokens {
  private var rest: String.UnicodeScalarView.SubSequence

  init(_ text: String) { rest = Substring(text).unicodeScalars }

  mutating func next() -> String? {
    rest = rest.drop { $0.properties.isWhitespace }
    guard let first = rest.first else { return nil }
    if first == "#" {
      rest = rest.drop { $0 != "\n" }
      return next()
    }
    guard first == "\"" else {
      defer { rest = rest.drop { !$0.properties.isWhitespace } }
      return String(rest.prefix { !$0.properties.isWhitespace })
    }
    return quoted()
  }

  private mutating func quoted() -> String {
    rest = rest.dropFirst()
    var text = String.UnicodeScalarView()
    while let scalar = rest.popFirst(), scalar != "\"" {
      text.append(scalar == "\\" ? rest.popFirst() ?? scalar : scalar)
    }
    return String(text)
  }

  /// Skips a macro, which ends with an empty line.
  mutating func skipMacro() {
    var isLineEmpty = false
    while let scalar = rest.popFirst() {
      if scalar == "\n", isLineEmpty { return }
      isLineEmpty = scalar == "\n"
    }
  }
}

extension RequestAssembly {
  /// Reads the login for the host. The file needs permission like any other file.
  ///
  /// - Parameter path: The file of an option; `nil` for `~/.netrc`, which need not exist.
  mutating func readNetrc(_ path: String?, for url: String) throws(Failure) -> Netrc.Login? {
    let file = path.map { URL(fileURLWithPath: $0) } ?? file("~/.netrc")
    guard path != nil || FileManager.default.fileExists(atPath: file.path) else { return nil }
    let opened = try opened(file)
    guard access.allows(.file(opened.path)) else { return nil }
    guard let text = try? String(contentsOf: opened.url, encoding: .utf8) else {
      throw Failure(.unprepared, "Cannot read the credentials in \(opened.path): they are not text in UTF-8")
    }
    let login = Netrc(text).login(for: PreparedRequest.host(of: url))
    if let login { credentials.note(secret: login.password) }
    return login
  }
}
