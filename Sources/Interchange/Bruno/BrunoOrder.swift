/// The mark of a collection whose levels have scripts after the response, which Bruno runs in an order of its own.
enum BrunoOrder {
  static func mark(_ collection: inout PortableFolder, _ config: JSONObject) {
    guard hasScripts(collection) else { return }
    var extras = collection.settings["x-bruno"]?.object ?? JSONObject()
    extras[BrunoScriptFlow.member] = .string(flow(config).rawValue)
    collection.settings["x-bruno"] = .object(extras)
  }

  /// Whether Bruno has to be told that the collection's scripts come first, as they do in collections without the mark.
  static func isSequential(_ collection: PortableFolder) -> Bool {
    BrunoScriptFlow(settings: collection.settings).map { $0 == .sequential } ?? hasScripts(collection)
  }

  /// For formats that have scripts, but not this order.
  static func notes(of collection: PortableFolder) -> [InterchangeNote] {
    guard BrunoScriptFlow(settings: collection.settings) != nil else { return [] }
    let text = "Scripts after the response: tests do not wait for the scripts of all levels, as they do in Bruno"
    return [InterchangeNote(.changed, [], text)]
  }

  /// Whether the collection or a folder has such scripts. Those of requests alone have no order.
  private static func hasScripts(_ folder: PortableFolder) -> Bool {
    if folder.settings["scripts"]?.object?["postResponse"] != nil { return true }
    return folder.items.contains { item in
      if case .folder(let inner) = item { hasScripts(inner) } else { false }
    }
  }

  /// `scripts.flow` of `bruno.json`, or of the extension `bruno` in an OpenCollection.
  private static func flow(_ config: JSONObject) -> BrunoScriptFlow {
    let scripts = config["scripts"]?.object ?? config["bruno"]?.object?["scripts"]?.object
    return scripts?.text("flow").flatMap(BrunoScriptFlow.init(rawValue:)) ?? .sandwich
  }
}
