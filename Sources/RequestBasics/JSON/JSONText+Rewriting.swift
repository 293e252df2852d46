extension JSONText {
  /// Returns this text with its value changed to `value`. Unchanged parts keep their bytes.
  ///
  /// New entries follow the style of their container: on the same line if it is on one line and stays within 100
  /// columns, otherwise on their own line with the file's indentation. Removed entries leave no blank lines.
  ///
  /// - Parameter mayExpand: Whether a container on one line may be split over several lines when it becomes too long.
  package func rewriting(to value: JSONValue, mayExpand: Bool = true) -> [UInt8] {
    var rewriter = JSONRewriter(self)
    rewriter.write(value, over: 0, self.value, mayExpand: mayExpand)
    return rewriter.finished
  }
}

/// Writes a changed value, keeping as many of the old bytes as possible.
struct JSONRewriter {
  private let old: JSONText
  private let layout: JSONLayout
  private let colon: String
  private let isOneLine: Bool
  private var out: [UInt8]

  init(_ text: JSONText) {
    old = text
    let root = text.nodes[0]
    out = Array(text.bytes[..<root.start])
    out.reserveCapacity(text.bytes.count + 256)
    isOneLine = text.nodes.count > 1 && !text.bytes[root.start..<root.end].contains(UInt8(ascii: "\n"))
    layout = JSONLayout(indent: Self.indent(of: text), newline: Self.newline(of: text))
    let member = text.nodes.first { $0.keyEnd > 0 }
    colon = member.map { String(decoding: text.bytes[$0.keyEnd..<$0.start], as: UTF8.self) } ?? ": "
  }

  var finished: [UInt8] { out + old.bytes[old.nodes[0].end...] }

  /// - Parameter mayExpand: Whether a one-line container may be split over several lines when it becomes too long.
  mutating func write(_ value: JSONValue, over index: Int, _ oldValue: JSONValue, mayExpand: Bool = true) {
    if value == oldValue { return keep(old.nodes[index].start..<old.nodes[index].end) }
    let items: (old: [JSONItem], new: [JSONItem], pairs: [Int?])
    switch (oldValue, value) {
    case (.object(let before), .object(let after)):
      items = (
        before.members.map(JSONItem.init), after.members.map(JSONItem.init), JSONAlignment.members(before, after)
      )
    case (.array(let before), .array(let after)):
      items = (before.map(JSONItem.init), after.map(JSONItem.init), JSONAlignment.elements(before, after))
    default: return insert(value, inArray: false, onOneLine: isOneLine || !mayExpand)
    }
    guard !items.old.isEmpty, !items.new.isEmpty else {
      return insert(value, inArray: false, onOneLine: isOneLine || !mayExpand)
    }
    writeContainer(index, items.old, items.new, items.pairs, mayExpand)
  }

  private mutating func writeContainer(
    _ index: Int, _ before: [JSONItem], _ after: [JSONItem], _ pairs: [Int?], _ mayExpand: Bool
  ) {
    let gaps = JSONGaps(of: index, in: old, comma: colon == ":" ? "," : ", ")
    guard gaps.isOneLine else { return writeItems(index, before, after, pairs, gaps, onOneLine: false, mayExpand) }
    let mark = out.count
    let wasTooLong = width(of: old.bytes[..<old.nodes[index].end]) > JSONLayout.width
    writeItems(index, before, after, pairs, gaps, onOneLine: true, false)
    let isTooLong = !wasTooLong && width(of: out[...]) > JSONLayout.width
    guard mayExpand, !isOneLine, isTooLong || getsLines(before, after, pairs) else { return }
    out.removeSubrange(mark...)
    let margin = layout.newline + self.margin
    writeItems(index, before, after, pairs, gaps.spread(margin, layout.indent), onOneLine: false, true)
  }

  /// Whether a list of texts is new: they are lines, which are compared line by line.
  private func getsLines(_ before: [JSONItem], _ after: [JSONItem], _ pairs: [Int?]) -> Bool {
    zip(after, pairs).contains { item, pair in
      guard let elements = item.value.array, elements.count > 1, elements.allSatisfy({ $0.string != nil }) else {
        return false
      }
      return pair.map { before[$0].value.array == nil } ?? true
    }
  }

  private mutating func writeItems(
    _ index: Int, _ before: [JSONItem], _ after: [JSONItem], _ pairs: [Int?], _ gaps: JSONGaps, onOneLine: Bool,
    _ mayExpand: Bool
  ) {
    let isArray = old.nodes[index].kind == .array
    out.append(isArray ? UInt8(ascii: "[") : UInt8(ascii: "{"))
    for (position, item) in after.enumerated() {
      out += position == 0 ? gaps.opening : gaps.separator(before: pairs, position)
      guard let oldPosition = pairs[position] else {
        if let key = item.key { out += (key.quoted + colon).utf8 }
        insert(item.value, inArray: isArray, onOneLine: onOneLine)
        continue
      }
      let node = gaps.children[oldPosition]
      keep(old.nodes[node].itemStart..<old.nodes[node].start)
      write(item.value, over: node, before[oldPosition].value, mayExpand: mayExpand)
    }
    out += gaps.closing
    out.append(isArray ? UInt8(ascii: "]") : UInt8(ascii: "}"))
  }

  private mutating func insert(_ value: JSONValue, inArray: Bool, onOneLine: Bool) {
    if onOneLine {
      out += (colon == ":" ? value.compact : value.onOneLine).utf8
    } else {
      out += layout.bytes(of: value, after: margin, column: width(of: out[...]), inArray: inArray)
    }
  }

  private mutating func keep(_ range: Range<Int>) { out += old.bytes[range] }

  /// Leading white space of the last line written.
  private var margin: String {
    String(decoding: lastLine(of: out[...]).prefix { $0 == 0x20 || $0 == 0x09 }, as: UTF8.self)
  }

  private func width(of bytes: ArraySlice<UInt8>) -> Int { String(decoding: lastLine(of: bytes), as: UTF8.self).count }

  private func lastLine(of bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let start =
      bytes.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? (bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
    return bytes[start...]
  }

  private static func newline(of text: JSONText) -> String {
    guard let end = text.bytes.firstIndex(of: UInt8(ascii: "\n")) else { return "\n" }
    return end > 0 && text.bytes[end - 1] == UInt8(ascii: "\r") ? "\r\n" : "\n"
  }

  /// Indentation per level, taken from the root's first item.
  private static func indent(of text: JSONText) -> String {
    let root = text.nodes[0]
    guard root.next > 1 else { return "  " }
    let lead = text.bytes[root.start + 1..<text.nodes[1].itemStart]
    guard let line = lead.lastIndex(of: UInt8(ascii: "\n")), line + 1 < lead.endIndex else { return "  " }
    return String(decoding: lead[(line + 1)...], as: UTF8.self)
  }
}

/// A member or an element.
struct JSONItem {
  var key: JSONString?
  var value: JSONValue

  init(_ member: JSONMember) { (key, value) = (member.key, member.value) }
  init(_ element: JSONValue) { (key, value) = (nil, element) }
}

/// The bytes between the items of a container: white space and commas.
struct JSONGaps {
  let children: [Int]
  private(set) var opening: ArraySlice<UInt8>
  /// One gap between each pair of neighbors.
  private(set) var between: [ArraySlice<UInt8>]
  private(set) var closing: ArraySlice<UInt8>
  /// Separator for one-line containers that have no gap to copy.
  private let comma: ArraySlice<UInt8>

  /// - Precondition: The container is not empty.
  init(of index: Int, in text: JSONText, comma: String) {
    self.comma = Array(comma.utf8)[...]
    let children = text.children(of: index)
    self.children = children
    let nodes = text.nodes
    opening = text.bytes[nodes[index].start + 1..<nodes[children[0]].itemStart]
    between = zip(children, children.dropFirst()).map { text.bytes[nodes[$0].end..<nodes[$1].itemStart] }
    closing = text.bytes[nodes[children[children.count - 1]].end..<nodes[index].end - 1]
  }

  var isOneLine: Bool { ([opening, closing] + between).allSatisfy { !$0.contains(UInt8(ascii: "\n")) } }

  /// The gaps for one item per line.
  func spread(_ newlineAndMargin: String, _ indent: String) -> JSONGaps {
    var gaps = self
    let line = Array((newlineAndMargin + indent).utf8)
    gaps.opening = line[...]
    gaps.between = between.map { _ in [UInt8(ascii: ",")] + line }
    gaps.closing = Array(newlineAndMargin.utf8)[...]
    return gaps
  }

  /// The gap before the new item at `position`, which is not the first: its old gap if it had one, otherwise a
  /// neighbor's without blank lines.
  func separator(before pairs: [Int?], _ position: Int) -> ArraySlice<UInt8> {
    if let own = pairs[position], own > 0 { return between[own - 1] }
    if let gap = pairs[..<position].last(where: { $0 ?? 0 > 0 }) ?? nil { return withoutBlankLines(between[gap - 1]) }
    return between.first.map(withoutBlankLines) ?? alone
  }

  /// For a container that had a single item: a comma and the gap before that item.
  private var alone: ArraySlice<UInt8> {
    isOneLine ? comma : [UInt8(ascii: ",")] + withoutBlankLines(opening)
  }

  private func withoutBlankLines(_ gap: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let afterComma = gap.firstIndex(of: UInt8(ascii: ",")) ?? gap.startIndex
    let newlines = gap[afterComma...].indices.filter { gap[$0] == UInt8(ascii: "\n") }
    guard let first = newlines.first, let last = newlines.last else { return gap }
    return gap[..<first] + gap[last...]
  }
}
