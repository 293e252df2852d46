extension JSONText {
  /// Returns this text with one member set or removed. All else keeps its bytes, comments included.
  ///
  /// - Parameter path: The keys from the root; missing objects on the way are created.
  /// - Returns: `nil` where something else than an object is in the way.
  package func setting(_ path: [String], to value: JSONValue?) -> [UInt8]? {
    guard isObject, let last = path.last else { return nil }
    var container = 0
    for (depth, key) in path.dropLast().enumerated() {
      guard let child = child(.key(key), of: container) else {
        guard let value else { return bytes }
        let missing = path[(depth + 1)...].reversed().reduce(value) { .object([$1: $0]) }
        return inserting(key, missing, in: container)
      }
      guard nodes[child].kind == .object else { return nil }
      container = child
    }
    guard let member = child(.key(last), of: container) else {
      return value.map { inserting(last, $0, in: container) } ?? bytes
    }
    guard let value else { return removing(member, of: container) }
    let text = rendered(value, after: margin(at: nodes[member].itemStart))
    return bytes[..<nodes[member].start] + text + bytes[nodes[member].end...]
  }

  /// Puts a new member on a line of its own after the last one, behind that one's comment.
  private func inserting(_ key: String, _ value: JSONValue, in container: Int) -> [UInt8] {
    let closing = nodes[container].end - 1
    guard let last = children(of: container).last else {
      let outer = margin(at: nodes[container].start)
      let line = "\n" + outer + "  " + JSONString(key).quoted + ": "
      // Keep the content of the braces, such as comments.
      let inside = bytes[(nodes[container].start + 1)..<closing]
      let end = closing - inside.reversed().prefix { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }.count
      return bytes[..<end] + Array(line.utf8) + rendered(value, after: outer + "  ") + Array(("\n" + outer).utf8)
        + bytes[closing...]
    }
    let end = nodes[last].end
    let margin = margin(at: nodes[last].itemStart)
    let comma = commaAfter(end, before: closing)
    let line = Array(("\n" + margin + JSONString(key).quoted + ": ").utf8) + rendered(value, after: margin)
    let lineEnd = bytes[end..<closing].firstIndex(of: UInt8(ascii: "\n")) ?? end
    // Without a line end before the brace, the new member follows the value at once.
    let place = max(lineEnd, comma.map { $0 + 1 } ?? end)
    let head = bytes[..<end] + (comma == nil ? [UInt8(ascii: ",")] : []) + bytes[end..<place]
    return head + line + (comma == nil ? [] : [UInt8(ascii: ",")]) + bytes[place...]
  }

  /// A comma that remains before the closing bracket is allowed where comments are.
  private func removing(_ child: Int, of container: Int) -> [UInt8] {
    var (start, end) = (nodes[child].itemStart, nodes[child].end)
    if let comma = commaAfter(end, before: nodes[container].end - 1) { end = comma + 1 }
    // The whole line, if nothing else is on it.
    let lineStart = bytes[..<start].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    let isAlone = bytes[lineStart..<start].allSatisfy { $0 == 0x20 || $0 == 0x09 }
    if isAlone, end < bytes.count, bytes[end] == UInt8(ascii: "\n") { (start, end) = (lineStart, end + 1) }
    return Array(bytes[..<start] + bytes[end...])
  }

  private func commaAfter(_ end: Int, before closing: Int) -> Int? {
    JSONComments.blanked(Array(bytes[end..<closing]), keepsCommas: true).firstIndex(of: UInt8(ascii: ",")).map {
      $0 + end
    }
  }

  private func margin(at place: Int) -> String {
    let start = bytes[..<place].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    let margin = bytes[start..<place].prefix { $0 == 0x20 || $0 == 0x09 }
    return start == 0 && margin.isEmpty ? (place > nodes[0].start ? "  " : "") : String(decoding: margin, as: UTF8.self)
  }

  private func rendered(_ value: JSONValue, after margin: String) -> [UInt8] {
    Array(value.rendered().replacing("\n", with: "\n" + margin).utf8)
  }
}
