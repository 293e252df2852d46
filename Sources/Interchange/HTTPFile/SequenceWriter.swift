/// Writes requests one after another into a file. Marks between them name the folder of the following requests.
protocol SequenceWriter {
  var context: InterchangeContext { get set }
  /// The names of the folders that are open, and those at the last mark.
  var path: [String] { get set }
  var writtenPath: [String] { get set }
  /// The member for data of this format alone, such as `x-http`.
  static var ownMember: String { get }

  /// Writes a mark. `settings` is `nil` where the requests of an outer folder continue.
  mutating func enterFolder(_ settings: JSONObject?)
  mutating func noteSettings(_ settings: JSONObject)
  mutating func write(_ request: PortableRequest, _ inherited: InheritedSettings)
}

extension SequenceWriter {
  mutating func write(_ folder: PortableFolder, _ outer: InheritedSettings) {
    let inherited = outer.below(folder.settings)
    for item in folder.items {
      context.enter(item.name)
      switch item {
      case .folder(let inner):
        path.append(inner.name)
        enterFolder(inner.settings.withoutOthers(than: Self.ownMember))
        noteSettings(inner.settings)
        write(inner, inherited)
        path.removeLast()
      case .request(let request):
        if path != writtenPath { enterFolder(nil) }
        write(request, inherited)
      }
      context.leave()
    }
  }

  /// The mark of the open folders.
  func folderMark(_ settings: JSONObject?) -> KeptMembers {
    var mark: JSONObject = ["folder": .array(path.map(JSONValue.string))]
    if let settings, !settings.members.isEmpty { mark["settings"] = .object(settings) }
    return KeptMembers(mark)
  }

  /// The comment with members that a request's text does not express, except examples.
  ///
  /// - Parameter shown: The request that a reader makes from the text; `nil` if it sees none.
  static func comment(_ request: PortableRequest, shown: PortableRequest?) -> [String] {
    var original = request.document.withoutOthers(than: ownMember)
    original["examples"] = nil
    var kept = KeptMembers(of: original, shown: shown?.document ?? JSONObject())
    if shown?.name != request.name {
      kept.document.members.insert(JSONMember(key: JSONString("name"), value: .string(request.name)), at: 0)
    }
    return kept.isEmpty ? [] : ["# " + kept.comment]
  }
}
