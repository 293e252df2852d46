/// The merge of three versions of a file.
package struct MergedFile: Equatable, Sendable {
  /// The merged file. Only the values that both sides changed are between git's conflict markers.
  package private(set) var bytes: [UInt8]
  /// A sentence for each conflict.
  package private(set) var conflicts: [String] = []

  /// - Parameters:
  ///   - base: Empty if both sides added the file.
  ///   - path: The file's path in the collection, which determines its role.
  package init(base: [UInt8], ours: [UInt8], theirs: [UInt8], path: String, markers: ConflictMarkers = .init()) {
    bytes = ours
    if ours == theirs || theirs == base { return }
    if ours == base {
      bytes = theirs
      return
    }
    if mergeFields(base, ours, theirs, path, markers) { return }
    mergeLines(base, ours, theirs, markers)
  }

  /// - Returns: Whether all are JSON.
  private mutating func mergeFields(
    _ base: [UInt8], _ ours: [UInt8], _ theirs: [UInt8], _ path: String, _ markers: ConflictMarkers
  ) -> Bool {
    guard let own = try? JSONText(ours), let other = try? JSONText(theirs),
      let before = try? JSONText(base.isEmpty ? Array("{}".utf8) : base)
    else { return false }
    let merge = DocumentMerge(
      base: before.value, ours: own.value, theirs: other.value, role: Self.role(path, own.value, other.value))
    let text = MergedText(base: base.isEmpty ? own : before, ours: own, theirs: other)
    bytes = text.bytes(of: merge.value)
    guard !merge.conflicts.isEmpty, let merged = try? JSONText(bytes) else { return true }
    conflicts = merge.conflicts.map(\.summary)
    bytes = Self.marked(bytes, merged.rewriting(to: merge.value(.theirs)), markers)
    return true
  }

  /// The role of the file, if both sides are valid; other JSON has no fields.
  private static func role(_ path: String, _ ours: JSONValue, _ theirs: JSONValue) -> FileRole? {
    FileRole.of(path: path).flatMap { $0.accepts(ours) && $0.accepts(theirs) ? $0 : nil }
  }

  private mutating func mergeLines(_ base: [UInt8], _ ours: [UInt8], _ theirs: [UInt8], _ markers: ConflictMarkers) {
    // Binary files cannot contain markers.
    guard ![base, ours, theirs].contains(where: { $0.contains(0) }) else {
      conflicts = ["Binary file: yours is kept"]
      return
    }
    let merge = LineMerge(
      ConflictMarkers.lines(base), ConflictMarkers.lines(ours), ConflictMarkers.lines(theirs))
    let writer = MarkedText(markers, isCRLF: Self.isCRLF(ours))
    bytes = writer.bytes(merge.parts)
    conflicts = merge.parts.compactMap { if case .conflict = $0 { "Lines that both sides changed" } else { nil } }
  }

  /// Puts the lines that differ between markers.
  private static func marked(_ ours: [UInt8], _ theirs: [UInt8], _ markers: ConflictMarkers) -> [UInt8] {
    let (own, other) = (ConflictMarkers.lines(ours), ConflictMarkers.lines(theirs))
    var parts: [LineMerge<[UInt8]>.Part] = []
    var (start, otherStart) = (0, 0)
    let pairs = CommonSubsequence.pairs(own, other).enumerated().compactMap { index, pair in pair.map { ($0, index) } }
    for (index, otherIndex) in pairs + [(own.count, other.count)] {
      if start < index || otherStart < otherIndex {
        parts.append(
          .conflict(base: [], ours: Array(own[start..<index]), theirs: Array(other[otherStart..<otherIndex])))
      }
      if index < own.count { parts.append(.merged([own[index]])) }
      (start, otherStart) = (index + 1, otherIndex + 1)
    }
    return MarkedText(markers, isCRLF: isCRLF(ours)).bytes(parts)
  }

  private static func isCRLF(_ bytes: [UInt8]) -> Bool {
    bytes.firstIndex(of: UInt8(ascii: "\n")).map { $0 > 0 && bytes[$0 - 1] == UInt8(ascii: "\r") } ?? false
  }
}

/// Writes merged lines, with markers around conflicts.
private struct MarkedText {
  private let markers: ConflictMarkers
  private let end: String

  init(_ markers: ConflictMarkers, isCRLF: Bool) {
    self.markers = markers
    end = isCRLF ? "\r\n" : "\n"
  }

  func bytes(_ parts: [LineMerge<[UInt8]>.Part]) -> [UInt8] {
    parts.flatMap { part -> [UInt8] in
      switch part {
      case .merged(let lines): Array(lines.joined())
      case .conflict(_, let ours, let theirs):
        markers.line(.ours, "ours", end: end) + complete(ours) + markers.line(.middle, "", end: end)
          + complete(theirs) + markers.line(.theirs, "theirs", end: end)
      }
    }
  }

  /// A marker begins a line, also after a last line that has no end.
  private func complete(_ lines: [[UInt8]]) -> [UInt8] {
    let bytes = Array(lines.joined())
    return bytes.isEmpty || bytes.last == UInt8(ascii: "\n") ? bytes : bytes + end.utf8
  }
}
