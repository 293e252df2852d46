/// A remote that is a local path, following git's rules for URLs.
struct LocalRemote {
  /// The path without trailing slashes. Relative to the top of the work tree if it does not begin with a slash.
  let path: String
  /// Whether git uses the path unchanged: it has neither a home folder nor encoded characters.
  let isPlain: Bool

  /// Returns `nil` for a URL with a host, or for one that git rejects.
  init?(_ url: String) {
    if url.isEmpty { return nil }
    var path = url
    if let rest = url.removingExactly(prefix: "file://") {
      // The part before the path is a host, which git ignores.
      path = String(Substring(rest.utf8.drop { $0 != UInt8(ascii: "/") }))
      if path.isEmpty { return nil }
      isPlain = !rest.utf8.contains(UInt8(ascii: "%"))
    } else {
      // A colon before the first slash ends a scheme or a host.
      guard !url.utf8.prefix(while: { $0 != UInt8(ascii: "/") }).contains(UInt8(ascii: ":")) else { return nil }
      isPlain = !url.startsExactly(with: "~")
    }
    while path.utf8.count > 1, path.unicodeScalars.last == "/" { path.unicodeScalars.removeLast() }
    self.path = path
  }
}
