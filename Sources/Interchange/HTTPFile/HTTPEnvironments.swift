/// The environments beside HTTP files: `http-client.env.json` and `http-client.private.env.json` of JetBrains, and
/// REST Client's in the settings of VS Code.
struct HTTPEnvironments {
  private var environments: [HTTPEnvironment] = []
  /// The places of the environments by their names.
  private var places: [String: Int] = [:]
  /// The places of the environments that have a variable, by its name.
  private var holders: [String: [Int]] = [:]
  /// Variables of all environments.
  private var shared = LatestValues<JSONMember>()
  private var context = InterchangeContext()
  var notes: [InterchangeNote] { context.notes }

  private static let setting = "rest-client.environmentVariables"

  /// Whether a JSON document holds environments: an object of objects of values.
  static func isOne(_ object: JSONObject, fileName: String?) -> Bool {
    if object[setting]?.object != nil { return true }
    let isNamed = fileName.map(isFile) ?? false
    guard isNamed || object["$shared"] != nil, !object.members.isEmpty else { return false }
    return object.members.allSatisfy { $0.value.object != nil }
  }

  private static func isFile(_ path: String) -> Bool { path.hasSuffix(".env.json") }

  /// Adds a file of a folder, if it is one.
  mutating func addFile(_ path: String, _ files: SourceFiles) {
    let isSettings = path.hasSuffix("settings.json") && path.contains(".vscode")
    guard Self.isFile(path) || isSettings, let data = try? files.read(path) else { return }
    addFile(path, Array(data), isSettings: isSettings)
  }

  /// Adds the files beside a single HTTP file that programs look for.
  mutating func addFiles(beside files: SentFiles) {
    for name in ["http-client.env.json", "rest-client.env.json", "http-client.private.env.json"] {
      if case .bytes(let bytes) = files.read(name, Self.sizeLimit) { addFile(name, bytes, isSettings: false) }
    }
  }

  private static let sizeLimit = 16 << 20

  private mutating func addFile(_ path: String, _ bytes: [UInt8], isSettings: Bool) {
    do {
      guard let object = try JSONText(commented: bytes).value.object else { return }
      if isSettings, object[Self.setting]?.object == nil { return }
      addEnvironments(in: object, isPrivate: path.contains("private"))
    } catch {
      context.note(.failed, "\(path): \(error)")
    }
  }

  /// - Parameter isPrivate: Whether the values are secrets.
  mutating func addEnvironments(in object: JSONObject, isPrivate: Bool) {
    for member in (object[Self.setting]?.object ?? object).members {
      let name = member.key.value
      guard let values = member.value.object else {
        context.note(.dropped, "Environment \"\(name)\": it is \(member.value.kindName), not an object")
        continue
      }
      if name == "$shared" {
        for member in values.members {
          shared[member.key.value] = member
          noteProvider(of: member)
        }
      } else {
        addValues(values, to: name == "$default" ? "default" : name, isPrivate: isPrivate)
      }
    }
  }

  /// Declares `{{$dotenv %NAME}}` for each of the names where an environment has its value.
  mutating func addDotenv(_ keys: (path: String, names: [String])) {
    for name in keys.names {
      let isKnown =
        if let member = shared[name] {
          declareDotenv(name, keys.path, in: environments.indices, shared: member.value)
        } else {
          declareDotenv(name, keys.path, in: holders[name] ?? [])
        }
      if !isKnown { context.note(.changed, "{{$dotenv %\(name)}} has no value here: no environment has \(name)") }
    }
  }

  /// - Parameter value: The value in environments that have no other.
  /// - Returns: Whether an environment has a value.
  private mutating func declareDotenv(
    _ name: String, _ path: String, in places: some Sequence<Int>, shared value: JSONValue? = nil
  ) -> Bool {
    var isKnown = false
    for place in places {
      guard context.mayRepeat(Self.rowSize) else { return true }
      guard let key = (environments[place].rows[name]?.object?["value"] ?? value)?.string else { continue }
      environments[place].add(HTTPFileTemplates.dotenvRow(name, key: key, path: path))
      isKnown = true
    }
    return isKnown
  }

  /// About how many bytes a row is, without its value.
  private static let rowSize = 100

  private mutating func addValues(_ values: JSONObject, to name: String, isPrivate: Bool) {
    let place = places[name] ?? environments.count
    if place == environments.count {
      places[name] = place
      environments.append(HTTPEnvironment(name: name))
    }
    context.enter(name)
    defer { context.leave() }
    for member in values.members {
      switch (member.key.value, member.value) {
      case ("Security", .object):
        context.note(.dropped, "Security: set up OAuth 2.0 in the auth of requests")
      case ("SSLConfiguration", .object(let configuration)):
        let options = Self.options(configuration)
        if !options.members.isEmpty { environments[place].options = options }
      case (let variable, _):
        noteProvider(of: member)
        if environments[place].rows[variable] == nil { holders[variable, default: []].append(place) }
        environments[place].set(member, isSecret: isPrivate)
      }
    }
  }

  private mutating func noteProvider(of member: JSONMember) {
    guard let provider = HTTPEnvironment.provider(of: member.value) else { return }
    context.note(.dropped, "\(member.key.value): its value is in \(provider), not in the file: set it as a secret")
  }

  /// `SSLConfiguration` of JetBrains.
  private static func options(_ configuration: JSONObject) -> JSONObject {
    var options = JSONObject()
    if configuration["verifyHostCertificate"]?.bool == false { options["verifyTLS"] = false }
    if let path = path(configuration["clientCertificate"]) { options["clientCertificate"] = .string(path) }
    if let path = path(configuration["clientCertificateKey"]) { options["clientKey"] = .string(path) }
    return options
  }

  private static func path(_ value: JSONValue?) -> String? { value?.string ?? value?.object?.text("path") }

  /// The environments, with the shared variables in front of their own.
  mutating func finished() -> [PortableEnvironment] {
    let common = shared.all
    let size = JSONValue.object(JSONObject(members: common)).compact.utf8.count + common.count * Self.rowSize
    // Without environments, the variables are those of one.
    let all = environments.isEmpty && !common.isEmpty ? [HTTPEnvironment(name: "shared")] : environments
    var finished: [PortableEnvironment] = []
    for environment in all {
      finished.append(environment.portable(sharing: common.isEmpty || context.mayRepeat(size) ? common : []))
    }
    return finished
  }
}
