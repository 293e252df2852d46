/// The items of a workspace. Nothing else in it is kept by the address of a file.
package struct OpenItems: Equatable, Sendable {
  /// Files and folders of all kinds are kept as requests.
  private var boxes: [Subject: Box] = [:]

  private static let empty = OpenItem()

  /// An item out of line. Frames read parts of many items, which are large to copy.
  private final class Box: Equatable, Sendable {
    let item: OpenItem

    init(_ item: OpenItem) { self.item = item }

    static func == (a: Box, b: Box) -> Bool { a === b || a.item == b.item }
  }

  package subscript(address: Address) -> OpenItem {
    get { self[.request(address)] }
    _modify { yield &self[.request(address)] }
  }

  /// An item without content is not stored.
  package subscript(subject: Subject) -> OpenItem {
    get { boxes[subject.key]?.item ?? Self.empty }
    _modify {
      let key = subject.key
      // Take the item out of its box, so that changing its lists does not copy them.
      var item = boxes.removeValue(forKey: key)?.item ?? Self.empty
      defer { if item != Self.empty { boxes[key] = Box(item) } }
      yield &item
    }
  }

  /// Reads a part of an item, which is cheaper than copying the item.
  func read<Part>(_ subject: Subject, _ part: (OpenItem) -> Part) -> Part {
    if let box = boxes[subject.key] { part(box.item) } else { part(Self.empty) }
  }

  /// The files and folders whose items pass a test, in order.
  package func addresses(where isIncluded: (OpenItem) -> Bool) -> [Address] {
    subjects(where: isIncluded).compactMap { if case .request(let address) = $0 { address } else { nil } }.sorted()
  }

  /// The keys of all items that pass a test.
  package func subjects(where isIncluded: (OpenItem) -> Bool) -> [Subject] {
    boxes.compactMap { isIncluded($0.value.item) ? $0.key : nil }
  }

  /// The context of the innermost collection around a path: of its files, that of the last one in order.
  func scope(around path: String) -> RequestContext? {
    var found: (address: Address, scope: RequestContext)?
    for case (.request(let address), let box) in boxes {
      guard let scope = box.item.scope, path.startsExactly(with: scope.collection),
        path.utf8.dropFirst(scope.collection.utf8.count).first == UInt8(ascii: "/")
      else { continue }
      if let found {
        let (length, longest) = (scope.collection.utf8.count, found.scope.collection.utf8.count)
        guard length > longest || length == longest && found.address < address else { continue }
      }
      found = (address, scope)
    }
    return found?.scope
  }

  /// Moves the items of a file or folder and of everything in it, or closes them. An item at the new address is replaced,
  /// except for what still runs.
  mutating func follow(_ change: Relocation) {
    for (subject, box) in boxes {
      guard case .request(let address) = subject, address.isInside(change.old) else { continue }
      boxes[subject] = nil
      let (place, item) = (change(address) ?? address, box.item)
      self[place] = (change.new == nil ? item.closed : item.moved).replacing(self[place])
    }
    for subject in boxes.keys { self[subject].follow(change) }
  }
}

extension Subject {
  fileprivate var key: Subject {
    switch self {
    case .folder(let address), .environment(let address), .globals(let address, _): .request(address)
    case .request, .past, .nothing: self
    }
  }
}
