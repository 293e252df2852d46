/// The environments beside HTTP files: `http-client.env.json` and `http-client.private.env.json` of JetBrains, and
/// REST Client's in the settings of VS Code.
struct HTTPEnvironments {
  private var environments: [PortableEnvironment] = []
  /// Variables of all environments.
  private var shared: [JSONMember] = []
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
        shared += values.members
        for member in values.members { noteProvider(of: member) }
      } else {
        addValues(values, to: name == "$default" ? "default" : name, isPrivate: isPrivate)
      }
    }
  }

  /// Declares `{{$dotenv %NAME}}` for each of the names where an environment has its value.
  mutating func addDotenv(_ keys: (path: String, names: [String])) {
    for name in keys.names {
      var isKnown = false
      for index in environments.indices {
        let rows = environments[index].document["variables"]?.array ?? []
        let row = rows.last { $0.object?.text("name") == name }?.object
        guard let key = (row?["value"] ?? shared.last(where: { $0.key.means(name) })?.value)?.string else { continue }
        let declaration = HTTPFileTemplates.dotenvRow(name, key: key, path: keys.path)
        let isDeclared = rows.contains { $0.object?["name"] == declaration.object?["name"] }
        if !isDeclared { environments[index].document["variables"] = .array(rows + [declaration]) }
        isKnown = true
      }
      if !isKnown { context.note(.changed, "{{$dotenv %\(name)}} has no value here: no environment has \(name)") }
    }
  }

  private mutating func addValues(_ values: JSONObject, to name: String, isPrivate: Bool) {
    let index = environments.firstIndex { $0.name == name } ?? environments.endIndex
    if index == environments.endIndex { environments.append(PortableEnvironment(name: name, document: JSONObject())) }
    var environment = environments[index]
    context.enter(name)
    defer { context.leave() }
    for member in values.members {
      switch (member.key.value, member.value) {
      case ("Security", .object):
        context.note(.dropped, "Security: set up OAuth 2.0 in the auth of requests")
      case ("SSLConfiguration", .object(let configuration)):
        let options = Self.options(configuration)
        if !options.members.isEmpty { environment.document["options"] = .object(options) }
      default:
        noteProvider(of: member)
        Self.set(member, in: &environment, isSecret: isPrivate)
      }
    }
    environments[index] = environment
  }

  private static func set(_ member: JSONMember, in environment: inout PortableEnvironment, isSecret: Bool) {
    let name = member.key.value
    var rows = environment.document["variables"]?.array ?? []
    rows.removeAll { $0.object?.text("name") == name }
    environment.secrets.removeAll { $0.name == name }
    let isElsewhere = provider(of: member.value) != nil
    if isSecret || isElsewhere {
      rows.append(["name": .string(name), "secret": true])
      let value = isElsewhere ? "" : translated(member.value).templateText
      if !value.isEmpty { environment.secrets.append(PortableSecret(name: name, value: value)) }
    } else {
      rows.append(["name": .string(name), "value": member.value == .null ? "" : translated(member.value)])
    }
    environment.document["variables"] = .array(rows)
  }

  private mutating func noteProvider(of member: JSONMember) {
    guard let provider = Self.provider(of: member.value) else { return }
    context.note(.dropped, "\(member.key.value): its value is in \(provider), not in the file: set it as a secret")
  }

  /// The store that Visual Studio reads a value from: `{"provider": "AzureKeyVault", "secretName": …}`.
  private static func provider(of value: JSONValue) -> String? {
    guard let name = value.object?.text("provider") else { return nil }
    return ["AspnetUserSecrets", "AzureKeyVault", "Encrypted"].first { $0 == name }
  }

  /// `{{$shared name}}` is the variable itself, as those of `$shared` are in every environment.
  private static func translated(_ value: JSONValue) -> JSONValue {
    guard let text = value.string, text.contains("{{$shared ") else { return value }
    return .string(text.replacing("{{$shared ", with: "{{"))
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
  func finished() -> [PortableEnvironment] {
    guard !shared.isEmpty else { return environments.map(Self.withVariables) }
    guard !environments.isEmpty else {
      var environment = PortableEnvironment(name: "shared", document: JSONObject())
      for member in shared { Self.set(member, in: &environment, isSecret: false) }
      return [environment]
    }
    return environments.map { environment in
      var result = PortableEnvironment(name: environment.name, document: JSONObject())
      let own = environment.document["variables"]?.array ?? []
      let names = own.compactMap { $0.object?.text("name") }
      for member in shared where !names.contains(member.key.value) { Self.set(member, in: &result, isSecret: false) }
      result.document["variables"] = .array((result.document["variables"]?.array ?? []) + own)
      if let options = environment.document["options"] { result.document["options"] = options }
      result.secrets = environment.secrets
      return result
    }
  }

  private static func withVariables(_ environment: PortableEnvironment) -> PortableEnvironment {
    var environment = environment
    if environment.document["variables"] == nil { environment.document["variables"] = [] }
    return environment
  }
}
