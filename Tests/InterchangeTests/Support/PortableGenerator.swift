import RequestBasics
import RequestModel

/// Makes collections up, the same ones for a seed: whatever their limits allow, in any combination.
///
/// Documents have their members in the order of `docs/format/request.md`, rows in the order of `RowShape`. Members that
/// are credentials always have a `{{variable}}`, as an import moves literal ones.
struct PortableGenerator {
  var limits: PortableLimits
  var random: SplitMix64

  init(seed: UInt64, limits: PortableLimits = PortableLimits()) {
    self.limits = limits
    random = SplitMix64(seed: seed)
  }

  mutating func collection() -> PortableFolder {
    var collection = folder(name: name(), members: limits.collectionMembers, depth: 1)
    declareSecrets(in: &collection)
    var taken: Set<String> = []
    for _ in 0..<count(limits.maxEnvironments) {
      let environment = environment()
      if taken.insert(environment.name.lowercased()).inserted { collection.environments.append(environment) }
    }
    return collection
  }

  mutating func environment() -> PortableEnvironment {
    var environment = PortableEnvironment(name: name(), document: JSONObject())
    let rows = variables()
    environment.document["variables"] = .array(rows)
    environment.secrets = secrets(of: rows)
    return environment
  }

  private mutating func folder(name: String, members: Set<String>, depth: Int) -> PortableFolder {
    var folder = PortableFolder(name: name)
    if has("docs", members) { folder.settings["docs"] = lines() }
    if has("variables", members) { set("variables", variables(withSecrets: depth == 1), in: &folder.settings) }
    if has("headers", members) { set("headers", headers(), in: &folder.settings) }
    if has("auth", members) { folder.settings["auth"] = auth() }
    if has("options", members) { set("options", options(), in: &folder.settings) }
    if has("scripts", members) { set("scripts", scripts(), in: &folder.settings) }
    if has("checks", members) { set("checks", checks(), in: &folder.settings) }
    var taken: Set<String> = []
    for _ in 0..<count(limits.maxItems) {
      let name = self.name()
      guard limits.allowsEqualNames || taken.insert(name.lowercased()).inserted else { continue }
      if depth < limits.maxDepth, chance(30) {
        folder.items.append(.folder(self.folder(name: name, members: limits.folderMembers, depth: depth + 1)))
      } else {
        folder.items.append(.request(request(name: name)))
      }
    }
    return folder
  }

  private mutating func declareSecrets(in collection: inout PortableFolder) {
    collection.secrets = secrets(of: collection.settings["variables"]?.array ?? [])
  }

  private mutating func secrets(of rows: [JSONValue]) -> [PortableSecret] {
    guard limits.hasSecretValues else { return [] }
    var secrets: [PortableSecret] = []
    for row in rows.compactMap(\.object) where row["secret"] == true && chance(70) {
      secrets.append(PortableSecret(name: row["name"]?.string ?? "", value: "s3cret" + text()))
    }
    return secrets
  }

  mutating func request(name: String) -> PortableRequest {
    var document = JSONObject()
    let method = pick(limits.methods)
    let members = limits.requestMembers
    document["method"] = .string(method)
    var url = pick(["https://example.com", "http://localhost:8080", "{{base}}", "https://{{host}}/v1"])
    for _ in 0..<count(3) { url += "/" + pick(["items", "a.b", "users", "{{version}}", "x-y_z~"]) }
    if has("path", members) {
      let names = ["id", "user_id"].prefix(count(2))
      for name in names { url += "/:" + name }
      set(
        "path", JSONObject(members: names.map { JSONMember(key: JSONString($0), value: .string(text())) }),
        in: &document)
    }
    document.members.insert(JSONMember(key: JSONString("url"), value: .string(url)), at: 1)
    if has("query", members) {
      set("query", rows(limits.queryMembers, allowsBare: limits.allowsBareParameters), in: &document)
    }
    if has("headers", members) { set("headers", headers(), in: &document) }
    if has("body", members), !limits.bodilessMethods.contains(method) { document["body"] = body() }
    if has("auth", members) { document["auth"] = auth() }
    if has("options", members) { set("options", options(), in: &document) }
    if has("docs", members) { document["docs"] = lines() }
    if has("tags", members) { document["tags"] = .array([.string(pick(["smoke", "slow", "v2"]))]) }
    if has("scripts", members) { set("scripts", scripts(), in: &document) }
    if has("checks", members) { set("checks", checks(), in: &document) }
    if has("captures", members) { set("captures", captures(), in: &document) }
    if has("examples", members) { set("examples", examples(), in: &document) }
    limits.adapt(&document)
    return PortableRequest(name: name, document: document)
  }

  // MARK: Chance

  mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }
  mutating func count(_ most: Int) -> Int { most > 0 ? Int.random(in: 0...most, using: &random) : 0 }

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: elements.indices, using: &random)]
  }

  /// Whether to make a member that the format can hold.
  private mutating func has(_ member: String, _ members: Set<String>) -> Bool { members.contains(member) && chance(50) }

  private func set(_ name: String, _ rows: [JSONValue], in object: inout JSONObject) {
    if !rows.isEmpty { object[name] = .array(rows) }
  }

  private func set(_ name: String, _ value: JSONObject, in object: inout JSONObject) {
    if !value.members.isEmpty { object[name] = .object(value) }
  }
}
