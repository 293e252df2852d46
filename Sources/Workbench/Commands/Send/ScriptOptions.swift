extension OutsideSource {
  /// The outside resources that the options of a command allow scripts to use.
  static func ofScripts(vault: Bool, cookies hosts: [String]) throws -> Set<OutsideSource> {
    Set(try hosts.map { OutsideSource.cookies(try host($0)) } + (vault ? [.vault] : []))
  }

  private static func host(_ text: String) throws -> String {
    guard let url = try? RequestURL("http://" + text), url.host.utf8.count == text.utf8.count else {
      throw CommandExit.usageError("--allow-cookies takes a host such as api.example.com, not \"\(text)\"")
    }
    return url.host.lowercased()
  }
}
