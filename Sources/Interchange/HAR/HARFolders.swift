/// The pages of an archive: their titles by id.
struct HARPages {
  private(set) var titles: [String: String] = [:]

  init(_ log: JSONObject) {
    for (index, page) in log["pages"].objects.enumerated() {
      guard let id = page.text("id"), titles[id] == nil else { continue }
      let title = page.text("title").map { $0.trimmed } ?? ""
      titles[id] = title.isEmpty ? "Page \(index + 1)" : HARNames.shortened(title)
    }
  }
}

/// Puts requests into folders: by page if there are several, and by host if there are several.
enum HARFolders {
  static func items(
    _ requests: [HARRequest], _ pages: HARPages, _ context: inout InterchangeContext
  ) -> [PortableItem] {
    let isPaged = Set(requests.compactMap { pages.titles[$0.page] }).count > 1
    guard isPaged else { return byHost(requests, &context) }
    return grouped(requests) { pages.titles[$0.page] ?? "" }.flatMap { title, requests in
      folder(title, requests, &context) { byHost($0, &$1) }
    }
  }

  private static func byHost(_ requests: [HARRequest], _ context: inout InterchangeContext) -> [PortableItem] {
    let groups = grouped(requests) { HARNames.host(of: $0.url) }
    guard groups.count > 1 else { return requests.map { .request($0.portable(&context)) } }
    return groups.flatMap { host, requests in
      folder(host, requests, &context) { requests, context in requests.map { .request($0.portable(&context)) } }
    }
  }

  /// A folder with the items that `contents` returns. Without a name, returns the items alone.
  private static func folder(
    _ name: String, _ requests: [HARRequest], _ context: inout InterchangeContext,
    contents: ([HARRequest], inout InterchangeContext) -> [PortableItem]
  ) -> [PortableItem] {
    guard !name.isEmpty else { return contents(requests, &context) }
    context.enter(name)
    defer { context.leave() }
    return [.folder(PortableFolder(name: name, items: contents(requests, &context)))]
  }

  /// The requests by name, names in the order they appear.
  private static func grouped(
    _ requests: [HARRequest], _ name: (HARRequest) -> String
  ) -> [(name: String, requests: [HARRequest])] {
    let groups = Dictionary(grouping: requests, by: name)
    return requests.map(name).unique.map { ($0, groups[$0] ?? []) }
  }
}
