/// The `.gitattributes` file of a collection's folder.
package enum AttributesFile {
  package enum Outcome: Sendable {
    case unchanged, written, deleted
  }

  static let line = "*.json merge=workbench diff=workbench"

  /// Adds the line of the driver, or removes it. Other lines keep their bytes.
  package static func change(_ path: String, undo: Bool) throws(StoreError) -> Outcome {
    let old = Disk.exists(path) ? try Disk.read(path) : []
    let lines = old.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let isOurs = { (line: ArraySlice<UInt8>) in
      let text = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
      return text.elementsEqual(Self.line.utf8)
    }
    guard lines.contains(where: isOurs) == undo else { return .unchanged }
    if undo {
      let rest = Array(lines.filter { !isOurs($0) }.joined(separator: [UInt8(ascii: "\n")]))
      guard !rest.isEmpty else {
        try Disk.remove(path)
        return .deleted
      }
      try Disk.replace(path, with: rest)
    } else {
      let end: [UInt8] = old.isEmpty || old.last == UInt8(ascii: "\n") ? [] : [UInt8(ascii: "\n")]
      try Disk.replace(path, with: old + end + Array((line + "\n").utf8))
    }
    return .written
  }
}
