/// Turns a collection into the JSON of Bruno's export, which the writers of its files share.
struct BrunoWriter {
  private(set) var context = InterchangeContext()
  let includesSecrets: Bool

  // MARK: Collections and folders

  mutating func collection(_ collection: PortableFolder) -> JSONObject {
    var result: JSONObject = ["name": .string(collection.name), "version": "1"]
    result["brunoConfig"] = .object(BrunoConfig.written(collection, &context))
    result["root"] = .object(root(collection, seq: nil))
    result["items"] = .array(items(collection))
    result["environments"] = .array(environments(collection))
    return result
  }

  private mutating func items(_ folder: PortableFolder) -> [JSONValue] {
    var counts = (folders: 0, requests: 0)
    return folder.items.map { item in
      context.enter(item.name)
      defer { context.leave() }
      switch item {
      case .folder(let inner):
        counts.folders += 1
        if counts.requests > 0 { context.note(.changed, "Bruno shows it before the requests of its folder") }
        if inner.settings["options"] != nil { context.note(.dropped, "Options: folders of Bruno have none") }
        return [
          "type": "folder", "name": .string(inner.name), "seq": .number(counts.folders),
          "root": .object(root(inner, seq: counts.folders)), "items": .array(items(inner)),
        ]
      case .request(let request):
        counts.requests += 1
        return .object(self.request(request, seq: counts.requests))
      }
    }
  }

  private mutating func root(_ folder: PortableFolder, seq: Int?) -> JSONObject {
    let settings = folder.settings
    let extras = settings["x-bruno"]?.object
    var meta: JSONObject = ["name": .string(folder.name)]
    if let seq { meta["seq"] = .number(seq) }
    var request = JSONObject()
    request["headers"] = BrunoRows.written(settings["headers"]).asMember
    if settings["auth"] != nil {
      request["auth"] = .object(BrunoAuth.written(settings["auth"], extras: extras, &context))
    }
    addScripts(settings["scripts"], to: &request)
    var vars = JSONObject()
    // Secrets have their place in the environments.
    let variables = settings["variables"].objects.filter { !Self.isKeptSecret($0) }
    vars["req"] = variables.compactMap { variable($0, isTyped: true) }.asMember
    if let captures = extras?["captures"] { vars["res"] = captures }
    if !vars.members.isEmpty { request["vars"] = .object(vars) }
    if settings["checks"] != nil { context.note(.dropped, "Checks: only requests of Bruno have them") }
    var root: JSONObject = ["meta": .object(meta), "request": .object(request)]
    if let docs = BrunoText.lines(settings["docs"]) { root["docs"] = .string(docs) }
    return root
  }

  private mutating func addScripts(_ value: JSONValue?, to request: inout JSONObject) {
    let scripts = value?.object
    var script = JSONObject()
    if let before = BrunoText.lines(scripts?["preRequest"]) { script["req"] = .string(before) }
    if let after = BrunoText.lines(scripts?["postResponse"]) {
      let parts = BrunoTests.split(after)
      if let own = parts.script, !own.isEmpty { script["res"] = .string(own) }
      if let tests = parts.tests { request["tests"] = .string(tests) }
    }
    guard !script.members.isEmpty else { return }
    request["script"] = .object(script)
    if [script.text("req"), script.text("res")].contains(where: { $0?.contains("pm.") == true }) {
      context.note(.changed, "Scripts use pm, which Bruno does not have")
    }
  }

  // MARK: Requests

  private mutating func request(_ request: PortableRequest, seq: Int) -> JSONObject {
    let isSocket = request.document.isSocket
    let document = isSocket ? BrunoSocket.request(request.document, &context) : request.document
    let extras = document["x-bruno"]?.object
    let isGraphQL = document["body"]?.object?["graphql"] != nil
    let type = isSocket ? "ws-request" : isGraphQL ? "graphql-request" : "http-request"
    var item: JSONObject = ["type": .string(type), "name": .string(request.name), "seq": .number(seq)]
    let tags = (document["tags"]?.array ?? []).compactMap(\.string)
    if !tags.isEmpty { item["tags"] = .array(tags.map { .string(tag($0)) }) }
    item["settings"] = BrunoOptions.written(document["options"], extras: extras, &context).asMember
    var result = JSONObject()
    let (url, params) = BrunoURL.written(document)
    for name in BrunoURL.escapedNames(document) {
      context.note(.changed, "Query \"\(name)\": Bruno encodes its & and # twice")
    }
    result["url"] = .string(url)
    result["method"] = .string(document.text("method") ?? "GET")
    if !params.isEmpty { result["params"] = .array(params) }
    var headers = BrunoRows.written(document["headers"])
    let contentType = BrunoRequest.contentType(document["headers"]?.array ?? [])
    let (body, addedType) = BrunoBody.written(document["body"], contentType: contentType, extras: extras, &context)
    if let type = addedType { headers.append(["name": "Content-Type", "value": .string(type), "enabled": true]) }
    if !headers.isEmpty { result["headers"] = .array(headers) }
    result["body"] = .object(body)
    result["auth"] = .object(BrunoAuth.written(document["auth"], extras: extras, &context))
    addScripts(document["scripts"], to: &result)
    addHooks(extras, to: &result)
    addVariables(document, extras, to: &result)
    if let docs = BrunoText.lines(document["docs"]) { result["docs"] = .string(docs) }
    if isSocket { BrunoSocket.write(request.document, into: &result, &context) }
    item["request"] = .object(result)
    item["examples"] = BrunoExamples.written(document["examples"], of: result).asMember
    return item
  }

  /// Scripts of Bruno that have no place in this program.
  private func addHooks(_ extras: JSONObject?, to request: inout JSONObject) {
    guard let hooks = BrunoText.lines(extras?["hooks"]) else { return }
    var script = request["script"]?.object ?? JSONObject()
    script["hooks"] = .string(hooks)
    request["script"] = .object(script)
  }

  private mutating func addVariables(_ document: JSONObject, _ extras: JSONObject?, to request: inout JSONObject) {
    let checks = document["checks"].objects.compactMap { check -> JSONValue? in
      if let row = BrunoChecks.written(check) { return .object(row) }
      let text = "\(check.text("query") ?? "") \(check.checkPredicate)"
      context.note(.dropped, "Check \(text): Bruno has no equivalent")
      return nil
    }
    request["assertions"] = (checks + (extras?["assertions"]?.array ?? [])).asMember
    let captures = document["captures"].objects.compactMap { capture -> JSONValue? in
      if let row = BrunoCaptures.written(capture) { return .object(row) }
      context.note(.dropped, "Capture \(capture.text("name") ?? ""): Bruno has no equivalent")
      return nil
    }
    var vars = JSONObject()
    vars["req"] = requestVariables(document, extras).asMember
    vars["res"] = (captures + (extras?["captures"]?.array ?? [])).asMember
    request["vars"] = vars.asMember
  }

  private mutating func requestVariables(_ document: JSONObject, _ extras: JSONObject?) -> [JSONValue] {
    // Imports of earlier versions kept them as they were.
    guard let rows = document["variables"]?.array else { return extras?["variables"]?.array ?? [] }
    return rows.compactMap(\.object).compactMap { row in
      guard !Self.isKeptSecret(row) else {
        context.note(.dropped, "Variable \"\(row.text("name") ?? "")\": requests of Bruno have no secrets")
        return nil
      }
      return variable(row, isTyped: true)
    }
  }

  /// Tags of Bruno have letters, digits, hyphens and underscores.
  private mutating func tag(_ tag: String) -> String {
    let allowed = tag.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == "-") ? $0 : "-" }
    let name = allowed.isEmpty ? "-" : String(allowed)
    if name != tag { context.note(.changed, "Tag \"\(tag)\": it is \"\(name)\"") }
    return name
  }

  // MARK: Variables

  private static func isKeptSecret(_ row: JSONObject) -> Bool {
    row["secret"]?.bool == true && !["fromEnvironment", "fromDotenv", "prompt"].contains { row[$0] != nil }
  }

  /// - Returns: `nil` for names that Bruno defines itself, and for values it cannot express.
  private mutating func variable(_ row: JSONObject, isTyped: Bool) -> JSONValue? {
    let name = row.text("name") ?? ""
    var result = BrunoRows.written(row)
    if let key = row.text("fromEnvironment") ?? row["fromDotenv"].map({ _ in row.text("key") ?? name }) {
      if name == "process.env." + key { return nil }
      result["value"] = .string("{{process.env.\(key)}}")
    } else if let question = row.text("prompt") {
      if name == "?" + question { return nil }
      result["value"] = .string("{{?\(question)}}")
    } else if row["fromCommand"] != nil {
      context.note(.dropped, "Variable \"\(name)\": Bruno cannot take the output of a command")
      return nil
    } else if let value = row["value"], value.string == nil, value != .null {
      result["value"] = .string(value.scalarText ?? value.compact)
      if isTyped {
        let type = value.number != nil ? "number" : value.bool != nil ? "boolean" : "object"
        result["annotations"] = .array((result["annotations"]?.array ?? []) + [["name": .string(type)]])
      } else {
        context.note(.changed, "Variable \"\(name)\": its value is text in Bruno")
      }
    }
    if row["x-bruno"]?.object?.flag("local") == true { result["local"] = true }
    return .object(result)
  }

  private mutating func environments(_ collection: PortableFolder) -> [JSONValue] {
    let shared = collection.settings["variables"].objects.filter(Self.isKeptSecret)
    var environments = collection.environments
    if environments.isEmpty, !shared.isEmpty {
      environments = [PortableEnvironment(name: "Secrets", document: JSONObject())]
    }
    if !shared.isEmpty {
      context.note(
        .changed, "Secret variables of the collection: they are in the environments, as Bruno has no other place")
    }
    return environments.map { environment in
      let own = environment.document["variables"].objects
      let names = Set(own.map { $0.text("name") ?? "" })
      let rows =
        own.compactMap { secretOrVariable($0, environment.secrets) }
        + shared.filter { !names.contains($0.text("name") ?? "") }.compactMap {
          secretOrVariable($0, collection.secrets)
        }
      if environment.document["options"] != nil {
        context.note(.dropped, "Options of the environment \"\(environment.name)\"")
      }
      var result: JSONObject = ["name": .string(environment.name), "variables": .array(rows)]
      if let color = environment.document["x-bruno"]?.object?["color"] { result["color"] = color }
      return .object(result)
    }
  }

  private mutating func secretOrVariable(_ row: JSONObject, _ secrets: [PortableSecret]) -> JSONValue? {
    guard Self.isKeptSecret(row) else { return variable(row, isTyped: false) }
    var result = BrunoRows.written(row)
    if includesSecrets, let secret = secrets.last(where: { $0.name == row.text("name") }) {
      result["value"] = .string(secret.value)
    } else {
      result["value"] = ""
      result["secret"] = true
    }
    return .object(result)
  }
}

extension BrunoURL {
  /// The names of parameters with characters that Bruno has no way to write.
  static func escapedNames(_ document: JSONObject) -> [String] {
    document["query"].objects.filter { row in
      row["off"]?.bool != true && ((row.text("name") ?? "") + (row.text("value") ?? "")).contains { "&#".contains($0) }
    }
    .map { $0.text("name") ?? "" }
  }

  /// The URL with its query, and the rows that mirror it.
  static func written(_ document: JSONObject) -> (url: String, params: [JSONValue]) {
    let own = BrunoURL(document.text("url") ?? "")
    var pairs = own.pairs
    var params: [JSONValue] = own.pairs.map { pair in
      ["name": .string(pair.name), "value": .string(pair.value ?? ""), "enabled": true, "type": "query"]
    }
    for row in document["query"].objects {
      var param = BrunoRows.written(row)
      param["type"] = "query"
      params.append(.object(param))
      guard row["off"]?.bool != true else { continue }
      pairs.append(
        Pair(name: escapedName(row.text("name") ?? ""), value: row["value"].map { escaped($0.scalarText ?? "") }))
    }
    for member in document["path"]?.object?.members ?? [] {
      params.append([
        "name": .string(member.key.value), "value": .string(member.value.scalarText ?? ""), "enabled": true,
        "type": "path",
      ])
    }
    let query = pairs.map { pair in pair.value.map { pair.name + "=" + $0 } ?? pair.name }.joined(separator: "&")
    return (own.address + (pairs.isEmpty ? "" : "?" + query) + own.fragment, params)
  }
}
