extension String {
  /// The path of a URL without its dot segments (RFC 3986, section 5.2.4).
  package var removingDotSegments: String {
    var kept: [Substring.UnicodeScalarView] = []
    let segments = unicodeScalars.split(separator: "/", omittingEmptySubsequences: false)
    for (index, segment) in segments.enumerated() {
      let isLast = index == segments.count - 1
      switch String(segment) {
      case ".": if isLast { kept.append(Substring.UnicodeScalarView()) }
      case "..":
        // An empty first segment is the root.
        if kept.count > 1 || kept.first?.isEmpty == false { kept.removeLast() }
        if isLast { kept.append(Substring.UnicodeScalarView()) }
      default: kept.append(segment)
      }
    }
    return kept.map { String($0) }.joined(separator: "/")
  }
}

extension Sequence<Substring> {
  /// The names of a file's path without `.` and, where a name comes before it, without `..`.
  package var removingDotNames: [Substring] {
    var names: [Substring] = []
    for name in self where name != "." {
      if name == "..", let last = names.last, last != ".." { names.removeLast() } else { names.append(name) }
    }
    return names
  }
}
