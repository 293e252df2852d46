/// An environment of HTTP files while its values are read, perhaps from several files.
struct HTTPEnvironment {
  let name: String
  var options: JSONObject?
  /// The rows of its variables.
  private(set) var rows = LatestValues<JSONValue>()
  private var secrets = LatestValues<PortableSecret>()

  init(name: String) { self.name = name }

  /// Sets a variable. A former one of its name is replaced.
  mutating func set(_ member: JSONMember, isSecret: Bool) {
    let name = member.key.value
    let isElsewhere = Self.provider(of: member.value) != nil
    secrets[name] = nil
    if isSecret || isElsewhere {
      rows[name] = ["name": .string(name), "secret": true]
      let value = isElsewhere ? "" : Self.translated(member.value).templateText
      if !value.isEmpty { secrets[name] = PortableSecret(name: name, value: value) }
    } else {
      let value = member.value == .null ? "" : Self.translated(member.value)
      rows[name] = ["name": .string(name), "value": value]
    }
  }

  /// Adds a row, unless the environment has one of its name.
  mutating func add(_ row: JSONValue) {
    let name = row.object?.text("name") ?? ""
    if rows[name] == nil { rows[name] = row }
  }

  /// The store that Visual Studio reads a value from: `{"provider": "AzureKeyVault", "secretName": …}`.
  static func provider(of value: JSONValue) -> String? {
    guard let name = value.object?.text("provider") else { return nil }
    return ["AspnetUserSecrets", "AzureKeyVault", "Encrypted"].first { $0 == name }
  }

  /// `{{$shared name}}` is the variable itself, as those of `$shared` are in every environment.
  private static func translated(_ value: JSONValue) -> JSONValue {
    guard let text = value.string, text.contains("{{$shared ") else { return value }
    return .string(text.replacing("{{$shared ", with: "{{"))
  }

  /// The environment for the collection.
  ///
  /// - Parameter shared: Variables of all environments, for those that this one does not have itself.
  func portable(sharing shared: [JSONMember]) -> PortableEnvironment {
    var inherited = HTTPEnvironment(name: name)
    for member in shared where rows[member.key.value] == nil { inherited.set(member, isSecret: false) }
    var portable = PortableEnvironment(name: name, document: ["variables": .array(inherited.rows.all + rows.all)])
    if let options { portable.document["options"] = .object(options) }
    portable.secrets = secrets.all
    return portable
  }
}

/// Values by their names, in the order in which they were set last.
struct LatestValues<Value> {
  private var slots: [Value?] = []
  private var places: [String: Int] = [:]

  var all: [Value] { slots.compactMap(\.self) }

  subscript(name: String) -> Value? {
    get { places[name].flatMap { slots[$0] } }
    set {
      if let place = places.removeValue(forKey: name) { slots[place] = nil }
      guard let newValue else { return }
      places[name] = slots.count
      slots.append(newValue)
    }
  }
}
