internal import Foundation

// The parts of the document that concern the whole collection.
extension OpenAPIMerge {
  mutating func editInfo() {
    let (earlier, now) = (before.collection, source.collection)
    if earlier.name != now.name, !now.name.isNumbered(earlier.name) {
      document = document.setting(["info", "title"], to: .string(now.name)) ?? document
    }
    if earlier.settings["docs"]?.plain != now.settings["docs"]?.plain {
      let docs = OpenAPIWriter.text(now.settings["docs"]) ?? ""
      let text = OpenAPIDocs.description(in: docs, before.state.documents.root)
      document = document.setting(["info", "description"], to: text.isEmpty ? nil : .string(text)) ?? document
    }
    if earlier.settings["auth"]?.plain != now.settings["auth"]?.plain {
      var security: JSONValue?
      if let auth = now.settings["auth"], auth.object?["none"] == nil { security = written(auth) }
      document = document.setting(["security"], to: security) ?? document
    }
  }

  mutating func editServers() {
    let addresses = [before.collection, source.collection].map { collection in
      [collection.settings] + collection.environments.map(\.document)
    }.map { documents in documents.compactMap(Self.base) }
    let (old, new) = (addresses[0].unique, addresses[1].unique)
    guard old != new, Set(old) != Set(new) else { return }
    let gone = old.filter { !new.contains($0) }
    let further = new.filter { !old.contains($0) }
    guard version != .swagger else { return editHost(further.first) }
    var servers = document.object?["servers"]?.array ?? []
    let named = source.collection.environments.compactMap { environment in
      Self.base(environment.document).map { ($0, environment.name) }
    }
    let names = Dictionary(named) { first, _ in first }
    for (index, address) in further.enumerated() {
      let place = index < gone.count ? old.firstIndex(of: gone[index]) : nil
      if let place, servers.indices.contains(place), var server = servers[place].object {
        server["url"] = .string(Self.template(address))
        servers[place] = .object(server)
      } else {
        var server: JSONObject = ["url": .string(Self.template(address))]
        if let name = names[address] { server["description"] = .string(name) }
        // The collection's own is the first server.
        let isFirst = Self.base(source.collection.settings) == address
        servers.insert(.object(server), at: isFirst ? 0 : servers.count)
      }
    }
    for address in gone.dropFirst(further.count).reversed() {
      if let place = old.firstIndex(of: address), servers.indices.contains(place) { servers.remove(at: place) }
    }
    document = document.setting(["servers"], to: servers.isEmpty ? nil : .array(servers)) ?? document
  }

  /// Variables of servers have their defaults in the collection, for the first server, and in an environment for each.
  mutating func editServerVariables() {
    var servers = document.object?["servers"]?.array ?? []
    var rest: [String] = []
    let (earlier, now) = (before.collection, source.collection)
    var documents = [(was: earlier.settings, now: now.settings, server: 0)]
    for environment in now.environments {
      guard let index = earlier.environments.firstIndex(where: { $0.name == environment.name }) else { continue }
      documents.append((earlier.environments[index].document, environment.document, index))
    }
    for (was, now, index) in documents {
      for row in now.changedVariables(was) {
        let name = row.text("name") ?? ""
        let isOfServer = servers.indices.contains(index) && servers[index].object?["variables"]?.object?[name] != nil
        if isOfServer, let value = row.text("value") {
          let place = ["variables", name, "default"]
          servers[index] = servers[index].setting(place[...], to: .string(value)) ?? servers[index]
        } else {
          rest.append(name)
        }
      }
    }
    if let known = document.object?["servers"]?.array, known != servers {
      document = document.setting(["servers"], to: .array(servers)) ?? document
    }
    guard !rest.isEmpty else { return }
    context.note(.dropped, "OpenAPI has no place for changes of variables: \(rest.unique.joined(separator: ", "))")
  }

  private static func base(_ document: JSONObject) -> String? {
    document["variables"]?.objects.first { $0.text("name") == OpenAPIServers.baseVariable }?.text("value")
  }

  private static func template(_ url: String) -> String {
    Template(url).variables.reduce(url) { $0.replacing("{{\($1)}}", with: "{\($1)}") }
  }

  private mutating func editHost(_ address: String?) {
    guard let location = address.flatMap(OpenAPILocation.init) else { return }
    let path = String(location.text.dropFirst(location.origin.count))
    document = document.setting(["host"], to: .string(location.authority)) ?? document
    document = document.setting(["basePath"], to: path.isEmpty ? nil : .string(path)) ?? document
    document = document.setting(["schemes"], to: [.string(location.scheme)]) ?? document
  }

  /// Descriptions of folders are those of tags. Tags that lost their requests are gone, new ones are at the end.
  mutating func editTags() {
    guard var tags = document.object?["tags"]?.array else { return }
    let used = OpenAPIReading.usedTags(document, kept)
    let earlier = Set(before.operations.values.flatMap { $0.node.texts("tags") })
    let gone = earlier.subtracting(used)
    tags.removeAll { $0.object?.text("name").map(gone.contains) == true }
    let folders = source.collection.folderDocs
    let olderDocs = before.collection.folderDocs
    var names = Set(tags.compactMap { $0.object?.text("name") })
    for (path, docs) in folders.sorted(by: { $0.key.joined(separator: "/") < $1.key.joined(separator: "/") }) {
      let name = tag(path)
      let text = OpenAPIWriter.text(docs) ?? ""
      if used.contains(name), !earlier.contains(name), names.insert(name).inserted {
        var entry: JSONObject = ["name": .string(name)]
        if !text.isEmpty { entry["description"] = .string(text) }
        tags.append(.object(entry))
      } else if let older = olderDocs[path], older.plain != docs.plain,
        let index = tags.firstIndex(where: { $0.object?.text("name") == name })
      {
        let node = before.state.documents.root.with(tags[index])
        let description = OpenAPIDocs.description(of: node, in: text)
        let changed = tags[index].setting(["description"], to: description.isEmpty ? nil : .string(description))
        tags[index] = changed ?? tags[index]
      }
    }
    document = document.setting(["tags"], to: .array(tags)) ?? document
  }
}
