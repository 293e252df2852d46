internal import Foundation

/// The requests of a collection file, with their names in newman's reports.
package struct NewmanCollection: Sendable {
  /// A request of the file.
  struct Item: Sendable {
    var id: String
    var name: String
    /// The names of the folders around it, outer to inner.
    var folders: [String]
    var json: JSONValue
    /// The number of scripts that run before and after it: its own, and those of the folders and the collection.
    var scripts = (prerequest: 0, test: 0)

    /// `Orders / List`
    var fullName: String { (folders + [name]).joined(separator: " / ") }
  }

  /// The file.
  package let document: JSONObject
  package let name: String
  let id: String
  private var items: [Item] = []
  /// The indexes of items by their ids. The first item with an id counts.
  private var byID: [ExactText: Int] = [:]
  private var byPath: [ExactText: [Int]] = [:]

  package init(_ document: JSONObject, name: String) {
    self.document = document
    let info = document["info"]?.object
    self.name = info?["name"]?.string ?? document["name"]?.string ?? name
    id = info?["_postman_id"]?.string ?? document["id"]?.string ?? Self.newID
    addItems(document["item"], [], Self.scripts(document))
  }

  private mutating func addItems(_ list: JSONValue?, _ folders: [String], _ outer: (prerequest: Int, test: Int)) {
    for json in list?.array ?? [] {
      guard let object = json.object else { continue }
      let own = Self.scripts(object)
      let scripts = (outer.prerequest + own.prerequest, outer.test + own.test)
      let name = object["name"]?.string ?? ""
      if object["item"] != nil {
        addItems(object["item"], folders + [name], scripts)
      } else {
        var item = Item(id: object["id"]?.string ?? Self.newID, name: name, folders: folders, json: json)
        item.scripts = scripts
        var identified = object
        identified["id"] = .string(item.id)
        item.json = .object(identified)
        let path = (folders + [name]).joined(separator: "/")
        byID[ExactText(item.id)] = byID[ExactText(item.id)] ?? items.count
        byPath[ExactText(path), default: []].append(items.count)
        items.append(item)
      }
    }
  }

  private static var newID: String { UUID().uuidString.lowercased() }

  private static func scripts(_ object: JSONObject) -> (prerequest: Int, test: Int) {
    let events = (object["event"]?.array ?? []).compactMap { $0.object?["listen"]?.string }
    return (events.count { $0 == "prerequest" }, events.count { $0 == "test" })
  }

  /// The request of a result: by its id, else by its names and its place among those that have the same.
  func item(of result: RunResult, _ exchange: Exchange?) -> Item {
    if let id = exchange?.request.foreignID, let index = byID[ExactText(id)] { return items[index] }
    let path = result.address.path
    if let same = byPath[ExactText(path)] {
      return items[same.indices.contains(result.ordinal) ? same[result.ordinal] : same[0]]
    }
    let folders = result.address.parent.path.parts(separatedBy: "/").filter { !$0.isEmpty }
    return Item(
      id: path, name: result.title, folders: folders, json: ["id": .string(path), "name": .string(result.title)])
  }
}
