/// Ids for an export: those that Insomnia gave, else made of paths, so that the same collection has the same ids again.
struct InsomniaIDs {
  /// By the paths of requests and folders.
  private(set) var byPath: [String: String] = [:]
  private var taken: Set<String> = []
  private let name: String

  init(_ collection: PortableFolder) {
    name = collection.name
    addIDs(of: collection, at: "")
  }

  private mutating func addIDs(of folder: PortableFolder, at path: String) {
    for (item, stem) in zip(folder.items, folder.itemStems) {
      switch item {
      case .folder(let inner):
        byPath[path + stem] = id("fld", of: inner.sourceID, path + stem)
        addIDs(of: inner, at: path + stem + "/")
      case .request(let request):
        let prefix = request.document.isSocket ? "ws-req" : "req"
        byPath[path + stem] = id(prefix, of: request.sourceID, path + stem)
      }
    }
  }

  private mutating func id(_ prefix: String, of source: String?, _ path: String) -> String {
    if let source, source.hasPrefix(prefix + "_"), taken.insert(source).inserted { return source }
    let id = Self.id(prefix, name + "/" + path)
    taken.insert(id)
    return id
  }

  /// A prefix and 32 digits that depend on the text.
  static func id(_ prefix: String, _ text: String) -> String {
    let halves = [0xCBF2_9CE4_8422_2325, 0x9E37_79B9_7F4A_7C15 as UInt64].map { start in
      // FNV-1a.
      text.utf8.reduce(start) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
    return prefix + "_" + halves.map { $0.padded(to: 16, radix: 16) }.joined()
  }
}
