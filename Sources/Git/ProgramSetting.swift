/// Recognizes repository settings that need permission: those that name programs which git, or a program that it starts,
/// may run, and those that make git use other files or trust other servers than the user expects.
enum ProgramSetting {
  /// - Parameters:
  ///   - key: The name of the setting as git lists it: in lower case, except between the dots.
  ///   - value: Its value; empty also for a key without a value, which is a switch.
  static func needsPermission(_ key: String, _ value: String) -> Bool {
    // Compare bytes: to Swift, a dot with a combining accent is not a dot.
    let dot = UInt8(ascii: ".")
    guard let first = key.utf8.firstIndex(of: dot), let last = key.utf8.lastIndex(of: dot) else { return false }
    let (section, name) = (String(key[..<first]), String(key[key.utf8.index(after: last)...]))
    let middle = first == last ? "" : String(key[key.utf8.index(after: first)..<last])
    // git passes names of remotes to its own commands, which take these for options.
    if section.isExactly("remote"), isOption(middle) { return true }
    // A switch without a value is on, one with an empty value is off. git lists both alike.
    if section.isExactly("http"), name.isExactly("savecookies") { return !isOff(value) }
    if section.isExactly("http"), name.isExactly("sslverify") { return value.isEmpty || !isOn(value) }
    // An empty program runs what follows it: the path of the remote.
    guard !value.isEmpty else { return ["uploadpack", "receivepack", "sshcommand"].contains(name) }
    switch (section, name) {
    case ("http", _): return connection.contains(name) || programs.contains(name)
    case ("remote", "proxy"), ("lfs", "storage"): return true
    case ("extensions", "partialclone"): return isOption(value)
    // Included files may change at any time and contain other settings.
    case ("include", "path"), ("includeif", "path"): return true
    case ("alias", _): return isProgram(alias: String(key[key.utf8.index(after: first)...]), value)
    case ("submodule", "update"): return value.utf8.first == UInt8(ascii: "!")
    case ("pager", _), ("core", "fsmonitor"): return !isSwitch(value)
    case ("pull", "twohead"), ("pull", "octopus"): return namesStrategy(value)
    case ("branch", "mergeoptions"): return !areHarmless(mergeOptions: value)
    case ("credential", "protectprotocol"): return !isOn(value)
    case ("lfs", "path"): return middle.lowercased().startsExactly(with: "customtransfer.")
    case ("mergetool", "path"), ("difftool", "path"): return true
    case ("url", "insteadof"), ("url", "pushinsteadof"): return !isHarmless(base: middle)
    // It may allow protocols that git refuses by default, such as programs as remotes.
    case ("protocol", "allow"): return value.lowercased() != "never"
    case ("remote", "url"), ("remote", "pushurl"), ("remote", "pushdefault"), ("submodule", "url"),
      ("branch", "remote"), ("branch", "pushremote"):
      return namesHelper(value) || isOption(value)
    default: return programs.contains(name) || files.contains(name)
    }
  }

  /// The last components of settings whose values are programs, in any section.
  private static let programs: Set<String> = [
    // Filters, differences and merges.
    "clean", "smudge", "process", "textconv", "command", "cmd", "external", "driver", "difffilter",
    // Hooks, and where new ones come from.
    "hookspath", "packobjectshook", "recentobjectshook", "templatedir",
    // Questions, signatures, texts.
    "helper", "askpass", "program", "defaultkeycommand", "editor", "pager",
    // Remotes.
    "sshcommand", "gitproxy", "uploadpack", "receivepack", "vcs", "alternaterefscommand",
  ]

  /// The last components of settings for HTTP that name files to read or write, certificates or other servers.
  private static let connection: Set<String> = [
    "cookiefile", "sslcert", "sslkey", "sslcainfo", "sslcapath", "proxy", "proxysslcert", "proxysslkey",
    "proxysslcainfo", "curloptresolve", "delegation",
  ]

  /// The last components of settings that name files to read. git waits for a pipe, and reads a device without end.
  private static let files: Set<String> = ["attributesfile", "excludesfile", "orderfile", "skiplist"]

  private static let strategies: Set<String> = ["ort", "recursive", "resolve", "octopus", "ours", "subtree"]

  /// Whether a list of merge strategies has one that is not git's. For `x`, git runs the program `git-merge-x`.
  static func namesStrategy(_ list: String) -> Bool {
    list.split(whereSeparator: \.isWhitespace).contains { !strategies.contains(String($0)) }
  }

  /// Whether git may run the alias as part of a command of its own, or the alias a program.
  ///
  /// git runs commands named like these by their names: merge strategies, and helpers of remotes and credentials.
  /// Their aliases need no `!` to run a program: `grep -Oprogram x` does, too.
  private static func isProgram(alias name: String, _ value: String) -> Bool {
    let name = name.lowercased()
    if ["merge-", "remote-", "credential-"].contains(where: { name.startsExactly(with: $0) }) { return true }
    // git removes quotes. An option may define another alias, or name a program.
    let start = value.utf8.first { !"'\"\\".utf8.contains($0) }
    return start == UInt8(ascii: "!") || start == UInt8(ascii: "-")
  }

  private static func isOption(_ text: String) -> Bool { text.utf8.first == UInt8(ascii: "-") }

  private static func isOn(_ value: String) -> Bool { ["true", "yes", "on", "1"].contains(value.lowercased()) }

  private static func isOff(_ value: String) -> Bool { ["false", "no", "off", "0"].contains(value.lowercased()) }

  private static func isSwitch(_ value: String) -> Bool {
    // git takes a number that does not fit its `int` for a program.
    ["true", "false", "yes", "no", "on", "off"].contains(value.lowercased()) || (Int32(value) ?? .min) > .min
  }

  private static let transports = ["http", "https", "ssh", "git", "git+ssh", "ssh+git", "ftp", "ftps", "file"]

  /// Whether the URL names a program that communicates with the remote: `ext::command`, or an unknown `scheme://`.
  static func namesHelper(_ url: String) -> Bool {
    let scheme = scheme(of: url)
    let rest = url.utf8.dropFirst(scheme.utf8.count)
    return rest.starts(with: "::".utf8) || rest.starts(with: "://".utf8) && !transports.contains(scheme)
  }

  private static func scheme(of url: String) -> String {
    String(Substring(url.utf8.prefix { $0.isASCIIAlphanumeric || "+.-".utf8.contains($0) }))
  }

  /// Whether no URL with this prefix can name a program or a folder.
  private static func isHarmless(base: String) -> Bool {
    let scheme = scheme(of: base)
    let rest = base.utf8.dropFirst(scheme.utf8.count)
    if rest.starts(with: "://".utf8) { return transports.contains(scheme) && scheme != "file" }
    // A user and a host.
    let host = rest.prefix { $0 != UInt8(ascii: "/") }
    return host.first == UInt8(ascii: "@") && host.contains(UInt8(ascii: ":"))
  }
}
