/// The settings of a folder and of its bases as one document, which means the same.
package enum JoinedSettings {
  /// - Parameter documents: Those of the farthest base first.
  package static func folder(_ documents: [JSONObject]) -> JSONObject { joined(documents, without: ["base"]) }

  package static func environment(_ documents: [JSONObject]) -> JSONObject { joined(documents, without: []) }

  private static func joined(_ documents: [JSONObject], without left: Set<String>) -> JSONObject {
    guard documents.count > 1 else { return documents.first ?? JSONObject() }
    var joined = JSONObject()
    for document in documents {
      for member in document.members where !left.contains(member.key.value) && member.value != .null {
        joined[member.key.value] = value(member.key.value, joined[member.key.value], member.value)
      }
    }
    return joined
  }

  private static func value(_ name: String, _ outer: JSONValue?, _ own: JSONValue) -> JSONValue {
    switch (name, outer, own) {
    case ("variables", .array(let rows)?, .array(let new)): .array(rows.without(new) { $0 } + new)
    case ("headers", .array(let rows)?, .array(let new)): .array(rows.without(new) { $0.lowercased() } + new)
    case ("checks", .array(let rows)?, .array(let new)): .array(rows + new)
    case ("notSecret", .array(let names)?, .array(let new)): .array(names + new.filter { !names.contains($0) })
    case ("options", .object(let outer)?, .object(let own)):
      .object(RequestOptions(document: own).inheriting(from: RequestOptions(document: outer)).document)
    default: own
    }
  }
}

extension [JSONValue] {
  /// The rows that no row in force of `other` replaces by its name.
  fileprivate func without(_ other: [JSONValue], _ key: (String) -> String) -> [JSONValue] {
    func name(_ row: JSONValue) -> ExactText? { row.object?["name"]?.string.map { ExactText(key($0)) } }
    let names = Set(other.filter { $0.object?["off"]?.bool != true }.compactMap(name))
    return filter { row in name(row).map { !names.contains($0) } ?? true }
  }
}
