/// Dot segments in the path of a URL, which may have variables.
package enum URLDots {
  /// A URL without the dot segments of its path.
  package static func removed(from url: String) -> String {
    let address = url.unicodeScalars.prefix { $0 != "?" && $0 != "#" }
    let host = url.schemeMark?.upperBound ?? url.startIndex
    guard let start = address[host...].firstIndex(of: "/") else { return url }
    let end = address.endIndex
    return String(url[..<start]) + String(url[start..<end]).removingDotSegments + String(url[end...])
  }

  package static func areThere(in url: String) -> Bool { !removed(from: url).isExactly(url) }

  /// Whether one of them follows a variable, whose value may decide what it removes.
  package static func followVariable(in url: String) -> Bool {
    follow(url.unicodeScalars.firstRange(of: "{{".unicodeScalars)?.lowerBound, in: url)
  }

  /// - Parameter variable: Where the first variable begins; `nil` if there is none.
  package static func follow(_ variable: String.Index?, in url: String) -> Bool {
    let path = url.unicodeScalars.prefix { $0 != "?" && $0 != "#" }
    guard let variable, variable < path.endIndex else { return false }
    let segments = path[variable...].split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    return segments.contains { [".", ".."].contains(String($0)) }
  }
}

extension SavedRequest {
  /// The member that says that dot segments of the URL are removed once its variables have values.
  package static let dotsMark = "x-removesDots"

  /// Whether dot segments of the URL are removed once its variables have values, as curl does. Otherwise, they are sent.
  package var removesDots: Bool {
    get { document[Self.dotsMark]?.bool == true }
    set { document[Self.dotsMark] = newValue ? true : nil }
  }
}
