internal import Foundation

extension MarkupView {
  /// The number of siblings on each side that are checked for the same name.
  private static let siblingsToLookAt = 100_000
  /// The limit for all steps of a path together.
  private static let elementsToLookAt = 1_000_000

  /// A path as in XPath: `/rss/channel/item[3]/title`.
  ///
  /// An index appears only if siblings share the name, as `…` if there are too many to count. Text and comments have the
  /// path of their parent element.
  func path(of row: Int, in source: UnsafeRawBufferPointer) -> String {
    var steps: [String] = []
    var looksLeft = Self.elementsToLookAt
    var current = element(at: row)
    while let row = current {
      let name = elementName(of: row, in: source)
      steps.append(source.text(name) + index(of: row, named: name, in: source, &looksLeft))
      current = tree.parent(of: row)
    }
    return "/" + steps.reversed().joined(separator: "/")
  }

  /// The element that a row shows, ends or belongs to.
  private func element(at row: Int) -> Int? {
    if tree.isClosing(row) { return Int(tree[row].parent) }
    return isElement(row) ? row : tree.parent(of: row)
  }

  func isElement(_ row: Int) -> Bool {
    tree.isContainer(row) || tree[row].extent == MarkupLeaf.element.rawValue
  }

  private func elementName(of row: Int, in source: UnsafeRawBufferPointer) -> Range<Int> {
    nameRange(from: tree[row].start + 1, in: source)
  }

  private func index(
    of row: Int, named name: Range<Int>, in source: UnsafeRawBufferPointer, _ looksLeft: inout Int
  ) -> String {
    let parent = tree.parent(of: row)
    let end = parent.map(tree.end(of:)) ?? tree.count
    var sibling = parent.map { $0 + 1 } ?? 0
    var index = 1
    let limit = min(looksLeft, Self.siblingsToLookAt)
    var looks = 0
    defer { looksLeft -= looks }
    while sibling < end {
      if sibling > row, index > 1 { break }
      guard looks < limit else { return sibling > row ? "" : "[…]" }
      looks += 1
      if sibling != row, isElement(sibling), isSame(elementName(of: sibling, in: source), name, in: source) {
        if sibling > row { return "[1]" }
        index += 1
      }
      sibling = tree.end(of: sibling) + 1
    }
    return index > 1 ? "[\(index)]" : ""
  }

  private func isSame(_ a: Range<Int>, _ b: Range<Int>, in source: UnsafeRawBufferPointer) -> Bool {
    a.count == b.count && source[a].elementsEqual(source[b])
  }
}
