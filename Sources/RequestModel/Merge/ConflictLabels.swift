/// Git's labels for the sides of a file with conflict markers: `HEAD`, the name of a branch, a commit.
///
/// Reads the markers of git's conflict styles merge, diff3 and zdiff3. A line of JSON never begins like a marker.
package struct ConflictLabels: Equatable, Sendable {
  package private(set) var ours = ""
  package private(set) var theirs = ""

  /// - Returns: `nil` if there are no markers, or they are incomplete.
  package init?(_ bytes: [UInt8]) {
    let markers = ConflictMarkers()
    var section: ConflictMarkers.Kind?
    var count = 0
    for line in ConflictMarkers.lines(bytes) {
      guard let kind = markers.kind(of: line[...]) else { continue }
      switch (kind, section) {
      case (.ours, nil): ours = Self.label(line, markers.size)
      case (.base, .ours), (.middle, .ours), (.middle, .base): break
      case (.theirs, .middle):
        theirs = Self.label(line, markers.size)
        count += 1
      case (_, .base): continue
      default: return nil
      }
      section = kind == .theirs ? nil : kind
    }
    guard section == nil, count > 0 else { return nil }
  }

  private static func label(_ line: [UInt8], _ size: Int) -> String {
    let text = line.dropFirst(size).filter { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
    return String(decoding: text.drop { $0 == UInt8(ascii: " ") }, as: UTF8.self)
  }
}
