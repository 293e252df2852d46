import RequestModel

/// A request whose parts have identities, so that edits of two people can be replayed on one copy.
struct MergeModel {
  struct Row {
    var id: Int
    var value: JSONValue
  }

  typealias Edit = (inout MergeModel) -> Void

  /// Values by their keys from the root.
  var values: [[String]: JSONValue] = [:]
  var order: [[String]] = []
  var lists: [[String]: [Row]] = [:]
  var docs: [String] = []
  /// How the body is written: as JSON, as a text or as lines.
  var bodyStyle = 0

  var document: JSONValue {
    var root = JSONObject()
    for path in order {
      if let value = values[path] { Self.set(value, path[...], &root) }
      // The form removes an empty table, a body keeps its empty lists.
      if let rows = lists[path], !rows.isEmpty || path.count > 1 {
        Self.set(.array(rows.map(\.value)), path[...], &root)
      }
    }
    if !docs.isEmpty { root["docs"] = .array(docs.map(JSONValue.string)) }
    if bodyStyle > 0, let body = root["body"]?.object?["json"] {
      let text = body.rendered(indent: bodyStyle == 1 ? "  " : "\t")
      root["body"] =
        bodyStyle == 1
        ? ["text": .string(text)] : ["text": .array(text.split(separator: "\n").map { .string(String($0)) })]
    }
    return .object(root)
  }

  private static func set(_ value: JSONValue, _ path: ArraySlice<String>, _ object: inout JSONObject) {
    guard let first = path.first else { return }
    guard path.count > 1 else { return object[first] = value }
    var inner = object[first]?.object ?? JSONObject()
    set(value, path.dropFirst(), &inner)
    object[first] = .object(inner)
  }
}

/// Makes requests without equal rows, which could not be told apart, and edits of parts that belong to one of two
/// people.
struct MergeGenerator {
  private var random: SplitMix64
  private var next = 0
  private static let names = ["Accept", "accept", "X-Id", "X-Id", "tag", "é", "page"]

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  mutating func number(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

  private mutating func fresh() -> Int {
    next += 1
    return next
  }

  private mutating func row(_ list: [String]) -> JSONValue {
    let value = number(3)
    switch list.last {
    case "tags": return .string("t\(fresh())")
    case "checks":
      return [
        "query": .string(["status", "jsonpath"][number(2)]), "expression": .string("$.\(fresh())"),
        "value": .number(value),
      ]
    case "numbers": return .number(fresh())
    case "items":
      return number(2) == 0
        ? ["id": .number(fresh()), "n": .number(value)] : ["n": .number(fresh()), "deep": ["m": .number(value)]]
    default:
      var row: JSONObject = ["name": .string(Self.names[number(Self.names.count)]), "value": .string("v\(fresh())")]
      if number(4) == 0 { row["x-own"] = [1, 2] }
      return .object(row)
    }
  }

  mutating func model() -> MergeModel {
    var model = MergeModel()
    model.bodyStyle = number(3)
    let paths: [[String]] = [
      ["url"], ["name"], ["method"], ["options", "timeout"], ["options", "verifyTLS"], ["x-unknown", "keep"],
      ["x-unknown", "a"],
      ["x-unknown", "b"], ["auth", "basic", "keep"], ["auth", "basic", "username"], ["auth", "basic", "password"],
      ["body", "json", "id"],
      ["body", "json", "user", "keep"], ["body", "json", "user", "name"], ["body", "json", "user", "mail"],
      ["body", "json", "a.b"],
    ]
    let lists: [[String]] = [
      ["headers"], ["query"], ["checks"], ["tags"], ["body", "json", "items"], ["body", "json", "numbers"],
    ]
    for path in paths + lists {
      model.order.append(path)
      if lists.contains(path) {
        model.lists[path] = (0..<number(5)).map { _ in MergeModel.Row(id: fresh(), value: row(path)) }
      } else if path == ["url"] || path.last == "keep" || number(3) > 0 {
        model.values[path] = value(path)
      }
    }
    model.docs = (0..<number(8)).map { "line \($0)" }
    return model
  }

  private mutating func value(_ path: [String]) -> JSONValue {
    switch path.last {
    case "timeout": .number(number(50))
    case "verifyTLS": .bool(number(2) == 0)
    case "id": .number(JSONNumber(text: "\(fresh()).0"))
    default: .string("value \(fresh())")
    }
  }

  /// Edits for two people, none of a part that the other one edits.
  mutating func edits(_ model: MergeModel) -> (ours: [MergeModel.Edit], theirs: [MergeModel.Edit]) {
    var edits: [[MergeModel.Edit]] = [[], []]
    for path in model.order where model.lists[path] == nil {
      guard number(3) == 0 else { continue }
      let value = path == ["url"] || path.last == "keep" || number(4) > 0 ? value(path) : nil
      edits[number(2)].append { $0.values[path] = value }
    }
    for (path, rows) in model.lists.sorted(by: { $0.key.joined() < $1.key.joined() }) {
      for row in rows where number(3) == 0 { edits[number(2)].append(edit(row, path)) }
      for side in 0..<2 where number(3) == 0 { edits[side].append(insertion(path, rows.count)) }
    }
    // Different ends of a text.
    if model.docs.count > 4 {
      let text = "new \(fresh())"
      edits[0].append { $0.docs[0] = text }
      edits[1].append { $0.docs[$0.docs.count - 1] = text + "!" }
    }
    return (edits[0], edits[1])
  }

  private mutating func edit(_ row: MergeModel.Row, _ path: [String]) -> MergeModel.Edit {
    let id = row.id
    var kind = number(5)
    // Values without a name are added and removed.
    if row.value.object == nil { kind = 4 }
    let text = fresh()
    let target = number(6)
    return { model in
      guard var rows = model.lists[path], let index = rows.firstIndex(where: { $0.id == id }) else { return }
      var object = rows[index].value.object ?? JSONObject()
      switch kind {
      case 0: object["value"] = .string("edited \(text)")
      case 1: object["off"] = true
      case 2: object["description"] = .string("about \(text)")
      default: break
      }
      let row = rows.remove(at: index)
      switch kind {
      case 0...2: rows.insert(.init(id: id, value: .object(object)), at: index)
      case 3: rows.insert(row, at: min(target, rows.count))
      default: break
      }
      model.lists[path] = rows
    }
  }

  private mutating func insertion(_ path: [String], _ count: Int) -> MergeModel.Edit {
    let place = number(count + 1)
    let id = fresh()
    var row = row(path)
    if var object = row.object, path == ["headers"] || path == ["query"] {
      object["name"] = .string("New-\(id)")
      row = .object(object)
    } else if path.last == "numbers" {
      row = .number(1000 + id)
    }
    return { model in
      var rows = model.lists[path] ?? []
      rows.insert(.init(id: id, value: row), at: min(place, rows.count))
      model.lists[path] = rows
    }
  }
}
