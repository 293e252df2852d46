/// `bruno.json`: the proxy and the client certificates become options, the rest is kept.
enum BrunoConfig {
  private static let known: Set = [
    "version", "name", "type", "opencollection", "proxy", "clientCertificates", "size", "filesCount",
  ]

  static func read(_ config: JSONObject, _ collection: inout PortableFolder, _ context: inout InterchangeContext) {
    var options = collection.settings["options"]?.object ?? JSONObject()
    readProxy(config["proxy"]?.object ?? JSONObject(), &options, &context)
    options["certificates"] = certificates(config["clientCertificates"], &collection).asMember
    if !options.members.isEmpty { collection.settings["options"] = .object(options) }
    let rest = config.members.filter { !known.contains($0.key.value) && !$0.value.isEmpty }
    guard !rest.isEmpty else { return }
    var extras = collection.settings["x-bruno"]?.object ?? JSONObject()
    extras["config"] = .object(JSONObject(members: rest))
    collection.settings["x-bruno"] = .object(extras)
  }

  private static func readProxy(_ proxy: JSONObject, _ options: inout JSONObject, _ context: inout InterchangeContext) {
    // Newer versions have the address in `config`.
    let address = proxy["config"]?.object ?? proxy
    let host = address.text("hostname") ?? ""
    let isOn = proxy["config"] != nil ? !proxy.flag("disabled") && !proxy.flag("inherit") : proxy.flag("enabled")
    guard !host.isEmpty else { return }
    guard isOn else { return context.note(.dropped, "Proxy \(host): it is disabled") }
    let port = address.filledText("port").map { ":" + $0 } ?? ""
    let scheme = address.filledText("protocol") ?? "http"
    options["proxy"] = .string("\(scheme)://\(host)\(port)")
    if let auth = address["auth"]?.object, auth["enabled"]?.scalarText != "false", !auth.flag("disabled") {
      if let name = auth.filledText("username") { options["proxyUsername"] = .string(name) }
      if let password = auth.filledText("password") { options["proxyPassword"] = .string(password) }
    }
    if let bypass = address.filledText("bypassProxy") { options["noProxy"] = .string(bypass) }
  }

  private static func certificates(_ value: JSONValue?, _ collection: inout PortableFolder) -> [JSONValue] {
    let list = value?.object?["certs"]?.array ?? value?.array ?? []
    return list.compactMap(\.object).enumerated().map { number, source in
      var row: JSONObject = ["name": .string(source.text("domain") ?? "")]
      let file = source.text("certFilePath") ?? source.text("pfxFilePath")
      if let file, !file.isEmpty { row["clientCertificate"] = .string(file) }
      if let key = source.filledText("keyFilePath") { row["clientKey"] = .string(key) }
      if let passphrase = source.filledText("passphrase") {
        row["clientPassphrase"] = .string(secret(passphrase, number + 1, &collection))
      }
      return .object(row)
    }
  }

  /// A passphrase in clear becomes a secret variable.
  private static func secret(_ text: String, _ number: Int, _ collection: inout PortableFolder) -> String {
    guard !text.contains("{{") else { return text }
    let name = "certificate-passphrase-\(number)"
    let row: JSONValue = ["name": .string(name), "secret": true]
    collection.settings["variables"] = .array((collection.settings["variables"]?.array ?? []) + [row])
    collection.secrets.append(PortableSecret(name: name, value: text))
    return "{{" + name + "}}"
  }

  // MARK: Writing

  static func written(_ collection: PortableFolder, _ context: inout InterchangeContext) -> JSONObject {
    var config: JSONObject = ["version": "1", "name": .string(collection.name), "type": "collection"]
    for member in collection.settings["x-bruno"]?.object?["config"]?.object?.members ?? [] {
      config[member.key.value] = member.value
    }
    if config["scripts"] == nil, BrunoOrder.isSequential(collection) { config["scripts"] = ["flow": "sequential"] }
    let options = collection.settings["options"]?.object ?? JSONObject()
    if let proxy = options.text("proxy"), let written = writtenProxy(proxy, options) {
      config["proxy"] = .object(written)
    }
    let certificates = options["certificates"].objects.filter {
      $0["clientCertificate"] != nil
    }
    if !certificates.isEmpty { config["clientCertificates"] = ["certs": .array(certificates.map(certificate))] }
    for member in options.members
    where !["proxy", "proxyUsername", "proxyPassword", "noProxy", "certificates"].contains(member.key.value) {
      context.note(.dropped, "Option \(member.key.value): Bruno does not have it for collections")
    }
    return config
  }

  private static func writtenProxy(_ proxy: String, _ options: JSONObject) -> JSONObject? {
    guard let scheme = proxy.firstRange(of: "://") else { return nil }
    let authority = String(proxy[scheme.upperBound...])
    let parts = authority.split(separator: ":", maxSplits: 1).map(String.init)
    let hasLogin = options["proxyUsername"] != nil
    return [
      "enabled": true, "protocol": .string(String(proxy[..<scheme.lowerBound])),
      "hostname": .string(parts.first ?? ""), "port": .string(parts.count > 1 ? parts[1] : ""),
      "auth": [
        "enabled": .bool(hasLogin), "username": .string(options.text("proxyUsername") ?? ""),
        "password": .string(options.text("proxyPassword") ?? ""),
      ],
      "bypassProxy": .string(options.text("noProxy") ?? ""),
    ]
  }

  private static func certificate(_ row: JSONObject) -> JSONValue {
    let file = row.text("clientCertificate") ?? ""
    let isArchive = file.lowercased().hasSuffix(".p12") || file.lowercased().hasSuffix(".pfx")
    var result: JSONObject = ["domain": .string(row.text("name") ?? ""), "type": isArchive ? "pfx" : "cert"]
    result[isArchive ? "pfxFilePath" : "certFilePath"] = .string(file)
    if let key = row.text("clientKey") { result["keyFilePath"] = .string(key) }
    result["passphrase"] = .string(row.text("clientPassphrase") ?? "")
    return .object(result)
  }
}
