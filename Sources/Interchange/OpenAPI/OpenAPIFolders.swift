/// Puts requests into folders: by their first tag, else by the first segment of the path that tells them apart.
struct OpenAPIFolders {
  /// A request and where it belongs.
  struct Entry {
    var request: PortableRequest
    var tag: String?
    var path: String
  }

  private struct Tag {
    var name: String
    var node: OpenAPINode?
    var parent: Int?
    var children: [Int] = []
    var requests: [PortableItem] = []
  }

  private var tags: [Tag] = []
  private var numbers: [String: Int] = [:]
  private var loose: [Entry] = []

  /// Fewer requests without tags are not put into folders.
  private static let groupedSize = 8

  init(_ root: OpenAPINode, _ entries: [Entry]) {
    for node in root["tags"]?.elements ?? [] {
      if let name = node.text("name"), !name.isEmpty { _ = number(name, node) }
    }
    nest()
    for entry in entries {
      if let tag = entry.tag {
        tags[number(tag, nil)].requests.append(.request(entry.request))
      } else {
        loose.append(entry)
      }
    }
  }

  private mutating func number(_ name: String, _ node: OpenAPINode?) -> Int {
    if let number = numbers[name] { return number }
    numbers[name] = tags.count
    tags.append(Tag(name: name, node: node))
    return tags.count - 1
  }

  /// Tags may have parents, 3.2.
  private mutating func nest() {
    for index in tags.indices {
      guard let name = tags[index].node?.text("parent"), let parent = numbers[name], !leads(parent, to: index) else {
        continue
      }
      tags[index].parent = parent
      tags[parent].children.append(index)
    }
  }

  private func leads(_ start: Int, to end: Int) -> Bool {
    var current: Int? = start
    while let index = current {
      if index == end { return true }
      current = tags[index].parent
    }
    return false
  }

  var items: [PortableItem] {
    tags.indices.filter { tags[$0].parent == nil }.compactMap { folder($0, depth: 0) } + looseItems
  }

  private func folder(_ index: Int, depth: Int) -> PortableItem? {
    let tag = tags[index]
    let inner = depth < 32 ? tag.children.compactMap { self.folder($0, depth: depth + 1) } : []
    guard !inner.isEmpty || !tag.requests.isEmpty else { return nil }
    let title = tag.node?.text("summary") ?? tag.node?.text("x-displayName") ?? tag.name
    var folder = PortableFolder(name: OpenAPIText.name(title.isEmpty ? tag.name : title), items: inner + tag.requests)
    folder.sourceID = "tag " + tag.name
    folder.settings.append("docs", OpenAPIDocs.of(tag: tag.node))
    return .folder(folder)
  }

  private var looseItems: [PortableItem] {
    guard loose.count > Self.groupedSize else { return loose.map { .request($0.request) } }
    let paths = loose.map { $0.path.split(separator: "/").map(String.init) }
    var shared = 0
    while paths.allSatisfy({ $0.count > shared + 1 && $0[shared] == paths[0][shared] && !$0[shared].hasPrefix("{") }) {
      shared += 1
    }
    var tree = FilledFolders()
    var known: Set<String> = []
    for (entry, path) in zip(loose, paths) {
      let name = path.count > shared ? Self.folderName(path[shared]) : nil
      if let name, known.insert(name).inserted {
        var folder = PortableFolder(name: name)
        folder.sourceID = "path " + path[...shared].joined(separator: "/")
        tree.insert(folder, at: [String]())
      }
      tree.enter(name.map { [$0] } ?? [], settings: nil)
      tree.add(.request(entry.request))
    }
    return tree.folder.items
  }

  private static func folderName(_ segment: String) -> String? {
    let name = segment.prefix { !"?#:{.".contains($0) }
    return name.isEmpty ? nil : String(name)
  }
}
