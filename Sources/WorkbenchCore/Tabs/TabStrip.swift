/// The requests kept open as tabs, and the previewed one.
package struct TabStrip: Feature {
  package private(set) var kept: [Address] = []
  /// The previewed request, shown last in the strip without a tab of its own.
  package private(set) var preview: Address?
  /// Closed tabs with their positions, the most recently closed last.
  private var closed: [(address: Address, index: Int)] = []

  /// The rows of the kept tabs.
  var nodes = Derived<NodesKey, [Address: CollectionNode]>([:])

  struct NodesKey: Equatable, Sendable {
    let tree: Int
    let tabs: [Address]
  }

  static let limit = 50
  private static let closedLimit = 20

  package static func == (a: TabStrip, b: TabStrip) -> Bool { a.kept == b.kept && a.preview == b.preview }

  /// The tabs from left to right.
  package var all: [Address] { kept + (preview.map { [$0] } ?? []) }

  /// Whether the strip has a row. A single tab needs none.
  package var isShown: Bool { kept.count > 1 }

  func isKept(_ address: Address) -> Bool { kept.contains(address) }

  var canReopen: Bool { !closed.isEmpty }

  mutating func restore(_ addresses: [Address]) {
    let known = Set(kept)
    kept = (addresses.filter { !known.contains($0) } + kept).suffix(Self.limit)
    if let preview, isKept(preview) { self.preview = nil }
  }

  mutating func show(_ address: Address?) { preview = address.flatMap { isKept($0) ? nil : $0 } }

  /// Keeps a request as the last tab. Removes the first tab of a full strip.
  mutating func keep(_ address: Address) {
    guard !isKept(address) else { return }
    if preview == address { preview = nil }
    if kept.count >= Self.limit { close(kept[0]) }
    kept.append(address)
  }

  mutating func close(_ address: Address) {
    guard let index = kept.firstIndex(of: address) else { return }
    kept.remove(at: index)
    closed.append((address, index))
    if closed.count > Self.closedLimit { closed.removeFirst() }
  }

  mutating func closeOthers(than address: Address) {
    for other in kept where other != address { close(other) }
  }

  /// Reopens the most recently closed tab that still exists.
  mutating func reopen(where exists: (Address) -> Bool) -> Address? {
    while let last = closed.popLast() {
      guard exists(last.address), !isKept(last.address) else { continue }
      kept.insert(last.address, at: min(last.index, kept.count))
      if preview == last.address { preview = nil }
      return last.address
    }
    return nil
  }

  /// The tab beside another one, wrapping around at the ends.
  func neighbour(of address: Address?, _ step: Int) -> Address? {
    let all = all
    guard !all.isEmpty else { return nil }
    guard let index = address.flatMap(all.firstIndex) else { return step > 0 ? all.first : all.last }
    return all[(index + step + all.count) % all.count]
  }

  /// The tab to show when a tab is closed: the one that moves into its place.
  func successor(of address: Address) -> Address? {
    guard let index = kept.firstIndex(of: address), kept.count > 1 else { return nil }
    return index + 1 < kept.count ? kept[index + 1] : kept[index - 1]
  }

  mutating func move(_ address: Address, by step: Int) {
    guard let index = kept.firstIndex(of: address), kept.indices.contains(index + step) else { return }
    kept.swapAt(index, index + step)
  }

  /// Updates moved addresses, and closes the tabs of deleted ones.
  package mutating func follow(_ change: Relocation, in workspace: Workspace) {
    kept = change(kept)
    preview = preview.flatMap { change($0) }
    // A deleted file may be restored.
    closed = closed.map { (change($0.address) ?? $0.address, $0.index) }
  }

  /// Closes the tabs of deleted files.
  mutating func keepOnly(_ isThere: (Address) -> Bool) {
    kept.removeAll { !isThere($0) }
    if let address = preview, !isThere(address) { preview = nil }
  }
}
