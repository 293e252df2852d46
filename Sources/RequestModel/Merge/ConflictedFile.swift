/// A file with git's conflict markers, as its versions.
///
/// Reads the markers of git's conflict styles merge, diff3 and zdiff3. A line of JSON never begins like a marker.
package struct ConflictedFile: Equatable, Sendable {
  package private(set) var ours: [UInt8] = []
  package private(set) var theirs: [UInt8] = []
  /// The common ancestor; `nil` if the markers do not include it.
  package private(set) var base: [UInt8]?
  /// Git's label for our side: `HEAD`, the name of a branch, a commit.
  package private(set) var oursLabel = ""
  package private(set) var theirsLabel = ""

  /// - Returns: `nil` if there are no markers, or they are incomplete.
  package init?(_ bytes: [UInt8]) {
    let markers = ConflictMarkers()
    var section: ConflictMarkers.Kind?
    var before: [UInt8] = []
    var hasBase = false
    var count = 0
    for line in ConflictMarkers.lines(bytes) {
      switch (markers.kind(of: line[...]), section) {
      case (.ours, nil):
        section = .ours
        oursLabel = Self.label(line, markers.size)
      case (.base, .ours):
        section = .base
        hasBase = true
      case (.middle, .ours), (.middle, .base): section = .middle
      case (.theirs, .middle):
        section = nil
        theirsLabel = Self.label(line, markers.size)
        count += 1
      case (.some, .base), (nil, .base): before += line
      case (.some, _): return nil
      case (nil, .ours): ours += line
      case (nil, .middle): theirs += line
      case (nil, _):
        ours += line
        theirs += line
        before += line
      }
    }
    guard section == nil, count > 0 else { return nil }
    base = hasBase ? before : nil
  }

  private static func label(_ line: [UInt8], _ size: Int) -> String {
    let text = line.dropFirst(size).filter { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
    return String(decoding: text.drop { $0 == UInt8(ascii: " ") }, as: UTF8.self)
  }

  /// Merges the versions by fields.
  ///
  /// - Parameter base: The common ancestor, if known from elsewhere, such as git's index.
  /// - Returns: `nil` if a side is not JSON.
  package func merge(base known: [UInt8]? = nil, role: FileRole) -> DocumentMerge? {
    guard let own = try? JSONText(ours), let other = try? JSONText(theirs) else { return nil }
    let base = (known ?? base).flatMap { try? JSONText($0) }
    return DocumentMerge(base: base?.value, ours: own.value, theirs: other.value, role: role)
  }

  /// Returns the text of a resolution: our version, with the changed values only.
  package func resolved(to value: JSONValue) -> [UInt8]? {
    (try? JSONText(ours))?.rewriting(to: value)
  }
}
