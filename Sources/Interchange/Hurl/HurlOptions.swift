/// The options of an entry: `[Options]`.
struct HurlOptions {
  private(set) var options = JSONObject()
  private(set) var auth: JSONValue?
  private(set) var headers: [JSONValue] = []
  private(set) var variables: [JSONValue] = []
  /// Options without an equivalent, unchanged.
  private(set) var kept: [JSONValue] = []
  private var followsRedirects = false
  /// The seconds that a run waits before the request.
  private(set) var delay: JSONValue?
  private var omitted: [String] = []
  private var userAgent: String?

  init(_ entry: HurlEntry, _ context: inout InterchangeContext) {
    for (name, value) in entry.options {
      let known = Self.literals.contains(name) ? entry.withOwnValues(value) : value
      if known != value { context.note(.changed, "\(name): \(value) is \(known), the value that the request gives it") }
      setOption(name, known, &context)
    }
    let names = Set((entry.headers + headers).compactMap { $0.object?.text("name")?.lowercased() })
    if let userAgent, !names.contains("user-agent") {
      headers.append(["name": "User-Agent", "value": .string(userAgent)])
    }
    if !omitted.isEmpty { options["omitHeaders"] = .string(omitted.joined(separator: ", ")) }
    readAuth(entry)
    if !followsRedirects { options["followRedirects"] = false }
  }

  private mutating func setOption(_ name: String, _ value: String, _ context: inout InterchangeContext) {
    let isFlag = Self.flags.contains(name)
    let isUsable = isFlag ? ["true", "false"].contains(value) : !value.isEmpty || !Self.paths.contains(name)
    if !isUsable { return drop(name, value, &context) }
    let isOn = value == "true"
    switch name {
    case "location": followsRedirects = isOn || followsRedirects
    case "location-trusted":
      followsRedirects = isOn || followsRedirects
      if isOn { options["followAuthorization"] = true }
    case "max-redirs": set("maxRedirects", Self.number(value == "-1" ? "10000" : value), name, value, &context)
    case "max-time": set("timeout", Self.seconds(value), name, value, &context)
    case "connect-timeout": set("connectTimeout", Self.seconds(value), name, value, &context)
    case "insecure": if isOn { options["verifyTLS"] = false }
    case "http1.0", "http1.1":
      guard isOn else { return }
      options["http"] = "1.1"
      if name == "http1.0" { context.note(.changed, "http1.0: it is sent as HTTP/1.1") }
    case "http2": if isOn { options["http"] = "2" }
    case "http2-prior-knowledge": if isOn { options["http"] = "2-prior-knowledge" }
    // Endlessly is as often as a run can.
    case "retry": set("retries", Self.number(value == "-1" ? "10000" : value), name, value, &context)
    case "retry-interval": set("retryDelay", Self.seconds(value, unit: 0.001), name, value, &context)
    // For curl, 0 is no limit.
    case "limit-rate": if value != "0" { set("rateLimit", Self.number(value), name, value, &context) }
    case "max-filesize": if value != "0" { set("maxBody", Self.number(value), name, value, &context) }
    case "delay": setDelay(value, &context)
    case "user-agent": userAgent = value
    case "header": addHeader(value, &context)
    case "no-header": omitted.append(value)
    case "variable", "variable:": addVariable(value, &context)
    case "user", "digest", "ntlm", "negotiate", "aws-sigv4": break
    default: setRoute(name, value, isOn, &context)
    }
  }

  private mutating func setRoute(
    _ name: String, _ value: String, _ isOn: Bool, _ context: inout InterchangeContext
  ) {
    switch name {
    case "noproxy", "no-proxy": options["noProxy"] = .string(value)
    case "proxy", "cacert", "key", "unix-socket", "netrc-file": options[Self.texts[name] ?? name] = .string(value)
    case "cert": setCertificate(value)
    case "pinnedpubkey": setPin(value, &context)
    case "ipv4", "ipv6": if isOn { options["ipVersion"] = .string(String(name.suffix(1))) }
    case "netrc", "netrc-optional": if isOn { options["netrc"] = true }
    case "resolve", "connect-to": addRow(name, value, &context)
    default: addOther(name, value, &context)
    }
  }

  private mutating func addOther(_ name: String, _ value: String, _ context: inout InterchangeContext) {
    keep(name, value)
    if context.isSentAsIs, name == "repeat" && Int(value) != nil || name == "skip" && value == "false" { return }
    // A run writes no file of a response.
    let isHarmless = Self.harmless.contains(name) && !(context.isSentAsIs && name == "output")
    if !isHarmless { context.note(.dropped, "\(name): \(value)") }
  }

  private mutating func keep(_ name: String, _ value: String) {
    kept.append(["name": .string(name), "value": .string(value)])
  }

  private static let flags: Set = [
    "location", "location-trusted", "insecure", "http1.0", "http1.1", "http2", "http2-prior-knowledge", "ipv4", "ipv6",
    "netrc", "netrc-optional", "no-jsonpath-coercion",
  ]

  /// Options whose values cannot contain variables in our files.
  private static let literals = flags.union([
    "max-redirs", "max-time", "connect-timeout", "retry", "retry-interval", "limit-rate", "max-filesize", "delay",
  ])

  private static let paths: Set = ["proxy", "cacert", "cert", "key", "netrc-file", "pinnedpubkey", "unix-socket"]

  private static let texts = [
    "cacert": "caBundle", "key": "clientKey", "netrc-file": "netrcFile", "unix-socket": "unixSocket",
  ]

  /// Options about the run and its output, and those that other parts of the request have.
  private static let harmless: Set = [
    "verbose", "very-verbose", "verbosity", "output", "compressed", "path-as-is", "fail-with-body",
    "no-jsonpath-coercion",
  ]

  /// Sets an option to the value of its text in Hurl, or drops it without one.
  private mutating func set(
    _ name: String, _ value: JSONValue?, _ option: String, _ text: String, _ context: inout InterchangeContext
  ) {
    if let value { options[name] = value } else { drop(option, text, &context) }
  }

  private static func number(_ text: String) -> JSONValue? {
    (try? JSONText(text).value).flatMap { $0.number == nil ? nil : $0 }
  }

  private mutating func drop(_ option: String, _ text: String, _ context: inout InterchangeContext) {
    keep(option, text)
    let reason = text.contains("{{") ? "an option that depends on a variable" : "its value is not understood"
    context.note(.dropped, "\(option): \(text): \(reason)")
  }

  /// A number without a unit is in milliseconds.
  private mutating func setDelay(_ text: String, _ context: inout InterchangeContext) {
    guard let seconds = Self.seconds(text, unit: 0.001) else { return drop("delay", text, &context) }
    delay = seconds
    keep("delay", text)
  }

  /// `30`, `30s`, `500ms`, `2m`, `1h`.
  ///
  /// - Parameter unit: That of a number alone, in seconds.
  private static func seconds(_ text: String, unit: Double = 1) -> JSONValue? {
    let digits = text.prefix { $0.isNumber }
    let factors = ["": unit, "s": 1, "ms": 0.001, "m": 60, "h": 3600]
    guard let number = Double(digits), number < 1e9, let factor = factors[String(text.dropFirst(digits.count))] else {
      return nil
    }
    let seconds = number * factor
    return .number(JSONNumber(text: seconds == seconds.rounded() ? String(Int(seconds)) : String(seconds)))
  }

  private mutating func setCertificate(_ value: String) {
    let parts = value.split(separator: ":", maxSplits: 1).map(String.init)
    options["clientCertificate"] = .string(parts.first ?? "")
    if parts.count > 1 { options["clientPassphrase"] = .string(parts[1]) }
  }

  /// Sets pinned keys from `sha256//BASE64`, which Hurl's manual puts in quotes. Files of keys are not read here.
  private mutating func setPin(_ value: String, _ context: inout InterchangeContext) {
    var route = CurlRoute()
    let isQuoted = value.count > 1 && value.hasPrefix("\"") && value.hasSuffix("\"")
    guard let problem = route.pin(isQuoted ? String(value.dropFirst().dropLast()) : value) else {
      options["pinnedKeys"] = route.options["pinnedKeys"]
      return
    }
    keep("pinnedpubkey", value)
    context.note(.dropped, "pinnedpubkey: " + problem)
  }

  /// `HOST:PORT:VALUE` as a row.
  private mutating func addRow(_ option: String, _ value: String, _ context: inout InterchangeContext) {
    let parts = value.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 3 else { return drop(option, value, &context) }
    let row: JSONValue = ["name": .string(parts[0] + ":" + parts[1]), "value": .string(parts[2])]
    options.append(row, to: option == "resolve" ? "resolve" : "connectTo")
  }

  private mutating func addHeader(_ text: String, _ context: inout InterchangeContext) {
    guard let colon = text.firstIndex(of: ":") else { return drop("header", text, &context) }
    let value = String(text[text.index(after: colon)...]).trimmed
    headers.append(["name": .string(String(text[..<colon]).trimmed), "value": .string(value)])
  }

  private mutating func addVariable(_ text: String, _ context: inout InterchangeContext) {
    guard let mark = text.firstIndex(of: "=") else { return drop("variable", text, &context) }
    let value = String(text[text.index(after: mark)...]).trimmed
    let typed = (try? JSONText(value).value).flatMap { $0.isContainer || $0 == .null ? nil : $0 }
    variables.append(
      ["name": .string(String(text[..<mark]).trimmed), "value": typed ?? .string(value == "null" ? "" : value)])
  }

  // MARK: Auth

  private mutating func readAuth(_ entry: HurlEntry) {
    if let login = entry.login {
      auth = ["basic": ["username": .string(login.name), "password": .string(login.password)]]
      return
    }
    let values = Dictionary(entry.options.map { ($0.name, $0.value) }) { _, last in last }
    if values["negotiate"] == "true" {
      auth = ["negotiate": [:]]
      return
    }
    guard let user = values["user"] else { return }
    let parts = user.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let (name, password) = (JSONValue.string(parts[0]), JSONValue.string(parts.count > 1 ? parts[1] : ""))
    if let scope = values["aws-sigv4"] {
      let scopes = scope.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
      var members: JSONObject = ["accessKey": name, "secretKey": password]
      if scopes.count > 2 { members["region"] = .string(scopes[2]) }
      if scopes.count > 3 { members["service"] = .string(scopes[3]) }
      auth = ["awsv4": .object(members)]
      return
    }
    let kind = values["digest"] == "true" ? "digest" : values["ntlm"] == "true" ? "ntlm" : "basic"
    auth = .object([kind: ["username": name, "password": password]])
  }
}
