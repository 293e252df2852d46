internal import Foundation
internal import JSONSchema

/// Serves the scripts of a job: holds their reports and the exchanges of their requests, and handles these.
struct ScriptAnswers: ScriptServices {
  private let context: HookContext
  private let packages: ScriptHooks.Packages
  let permissions: ScriptPermissions
  private let reports: HeldReports
  private let exchanges: HeldExchanges

  init(_ context: HookContext, packages: @escaping ScriptHooks.Packages = { nil }) {
    self.context = context
    self.packages = packages
    permissions = ScriptPermissions(context)
    reports = HeldReports(context.run)
    exchanges = HeldExchanges(context.run, reports)
  }

  func receive(_ event: ScriptEvent) { reports.receive(event) }

  /// Logs and stores what was held, once the job has ended.
  func release() {
    reports.release()
    exchanges.release()
  }

  func answer(_ question: ScriptQuestion) async -> JSONObject {
    do {
      switch question {
      case .send(let request): return try await send(request)
      case .runRequest(let name, let variables, let changes): return try await runRequest(name, variables, changes)
      case .cookies(let method, let url, let arguments): return try cookies(method, url, arguments)
      case .vault(let method, let key, let value): return try vault(method, key, value)
      case .module(let name, let from):
        return ScriptFiles(context.resolved.inputs).module(name, from: from, packages: packages)
      case .other("dynamic", let message, _):
        let name = message["name"]?.string ?? ""
        var dynamic = DynamicVariables(now: context.run.now)
        return ["value": dynamic.value(of: name).map { .string($0) } ?? .null]
      case .other("schema", let message, _): return Self.findings(message)
      case .other(let name, _, _): return Self.error("The program does not know \"\(name)\"")
      }
    } catch let failure as Failure {
      return Self.error(failure)
    } catch {
      return Self.error(error is CancellationError ? "Cancelled" : String(describing: error))
    }
  }

  /// Validates a value by a JSON Schema.
  private static func findings(_ message: JSONObject) -> JSONObject {
    do throws(SchemaProblem) {
      // Like Ajv, which Postman uses, refuse invalid schemas and check formats.
      let isStrict = message["checks"] == true
      let schema = JSONSchema(
        message["schema"] ?? true, draft: .draft7, formats: isStrict ? .assertion : .annotation)
      if isStrict {
        try schema.check()
        try schema.checkFormats(allowsOpenAPI: message["openAPI"] == true)
      }
      let findings = try schema.findings(in: message["value"] ?? .null)
      let errors = findings.map { finding -> JSONValue in
        [
          "path": .string(finding.instancePath), "schemaPath": .string(finding.schemaPath),
          "message": .string(finding.message),
        ]
      }
      return ["errors": .array(errors)]
    } catch {
      return Self.error(error.sentence)
    }
  }

  private static func error(_ message: String) -> JSONObject { ["error": ["message": .string(message)]] }

  /// A failure with the error code that Node uses for it.
  private static func error(_ failure: Failure) -> JSONObject {
    var error: JSONObject = ["message": .string(failure.sentence)]
    error["code"] = codes[failure.kind].map { .string($0) }
    return ["error": .object(error)]
  }

  private static let codes: [Failure.Kind: String] = [
    .unresolvableHost: "ENOTFOUND", .refused: "ECONNREFUSED", .timedOut: "ETIMEDOUT", .connectionLost: "ECONNRESET",
  ]

  // MARK: Requests

  /// Sends a request of a script. Its exchange is stored in history like any other, once the job has ended.
  private func send(_ request: ScriptRequest) async throws -> JSONObject {
    var inputs = context.resolved.inputs.value
    inputs.scriptScopes = context.resolved.scriptScopes
    var saved = SavedRequest(request)
    guard saved.kind != .program else {
      throw Failure(.unprepared, "pm.sendRequest runs no programs: save the request, and run it by its name")
    }
    // --insecure applies to the whole run.
    if !context.request.options.verifiesTLS { saved.options.verifiesTLS = false }
    var job = SendEngine.Job(
      request: saved, origin: nil, environment: context.job.environment
    ) { [inputs] _ in
      var own = inputs
      // The other settings of the folders apply only to their own requests.
      own.folders = inputs.folders.map { FolderSettings(name: $0.name, variables: $0.variables) }
      return own
    }
    job.rules = context.job.rules
    job.rules.sendsAsPostman = true
    job.callers = context.job.callers
    job.given = context.job.given
    job.heldExchanges = exchanges
    return try await ended(context.run.another(job))
  }

  /// The maximum length of a chain of requests that run each other. Each has a script host, which waits for the next
  /// one.
  private static let longestChain = 5

  /// - Parameter changes: The changes of the script so far, if it shares its variables with the other request.
  private func runRequest(
    _ name: String, _ variables: JSONObject, _ changes: [ScriptChange]?
  ) async throws -> JSONObject {
    context.apply(changes ?? [])
    var job = try context.resolved.inputs.sources.namedJob(name)
    job.callers = context.job.callers + [context.job.title]
    job.heldExchanges = exchanges
    try checkChain(to: job)
    job.request = context.job.options.change(job.request)
    job.options.change = context.job.options.change
    job.options.iteration = context.job.options.iteration
    job.rules = context.job.rules
    job.given = given(variables)
    let run = context.run.another(job)
    let answer = try await ended(run)
    if let failure = run.chainFailure { throw chainFailure(failure) }
    var reply: JSONObject = answer["response"].map { ["value": $0] } ?? answer
    if changes != nil { reply["scopes"] = .object(context.scriptVariables.object) }
    return reply
  }

  /// The variables of a request that the script runs. One whose name is declared secret is masked.
  private func given(_ variables: JSONObject) -> GivenVariables? {
    guard !variables.members.isEmpty else { return context.job.given }
    let given = GivenVariables(
      variables, secretNames: context.resolved.secretNames, over: context.job.given)
    context.mask.addSecrets(given.secrets)
    return given
  }

  /// Refuses a chain of requests that is too long.
  private func checkChain(to job: SendEngine.Job) throws(Failure) {
    guard job.callers.count >= Self.longestChain else { return }
    let path = (job.callers + [job.title]).joined(separator: " → ")
    throw chainFailure(
      Failure(
        .unprepared,
        "pm.execution.runRequest is nested too deeply: \(path) — at most \(Self.longestChain) requests run each other"))
  }

  /// Passes the failure on to the scripts of all requests of the chain, so that the result of the first one shows it.
  private func chainFailure(_ failure: Failure) -> Failure {
    context.run.chainFailure = failure
    return failure
  }

  private func ended(_ run: Run) async throws -> JSONObject {
    // What a script sends on may be any secret that it can read.
    run.addSecrets(of: context.mask)
    // The response may have any secret that the request has learnt.
    defer { context.mask.addSecrets(run.secrets) }
    return try await withTaskCancellationHandler {
      for await event in run.start() {
        guard case .ended(let exchange, _) = event else { continue }
        if let failure = exchange.outcome.failure { return Self.error(failure) }
        guard let received = run.received, let head = received.head else {
          return Self.error("No response received")
        }
        var response = ScriptResponse(head, received.body, exchange.duration)
        response.trailers = received.trailers.map { ScriptRow($0.name, $0.value) }
        let url = received.url ?? exchange.request.url
        response.cookies = permissions.visible(context.run.scriptCookies(for: url), for: url, head)
        var json = response.json.object ?? JSONObject()
        if let text = String(data: received.body, encoding: .utf8) {
          json["bodyText"] = .string(text)
        } else {
          json["bodyBase64"] = .string(received.body.base64EncodedString())
        }
        return ["response": .object(json)]
      }
      throw CancellationError()
    } onCancel: {
      run.cancel()
    }
  }

  // MARK: Cookies and secrets

  private func cookies(_ method: String, _ address: String, _ arguments: JSONObject) throws -> JSONObject {
    guard let jar = context.run.client.configuration.cookieJar else {
      throw Failure(.unprepared, "There are no cookies here")
    }
    if method == "clearAll" { return try clear(jar) }
    let url = try RequestURL(address)
    try permissions.checkCookies(of: url)
    let found = jar.cookies(for: url, at: context.run.now)
    let name = arguments["name"]?.string ?? ""
    switch method {
    case "get":
      return ["value": found.first { $0.name == name }.map { ScriptCookie($0).json } ?? .null]
    case "getAll": return ["value": .array(found.map { ScriptCookie($0).json })]
    case "set":
      let cookie = arguments["cookie"]?.object ?? JSONObject()
      try jar.store(Self.line(cookie), from: url, at: context.run.now)
      return ["value": .object(cookie)]
    case "unset":
      for cookie in found where cookie.name == name { jar.remove(cookie) }
      return ["value": .null]
    case "clear":
      for cookie in found { jar.remove(cookie) }
      return ["value": .null]
    default: throw Failure(.unprepared, "There is no cookie method \"\(method)\"")
    }
  }

  /// Deletes the cookies of all hosts whose cookies the scripts may use. Throws an error if others are left.
  private func clear(_ jar: CookieJar) throws(Failure) -> JSONObject {
    let cookies = jar.all
    let own = cookies.filter { permissions.allowsDeleting($0) }
    for cookie in own { jar.remove(cookie) }
    guard own.count == cookies.count else {
      throw Failure(
        .unprepared,
        "The cookies of other hosts stay: this collection has no permission to use them — pass --allow-cookies")
    }
    return ["value": .null]
  }

  /// The cookie in the format of `Set-Cookie`.
  private static func line(_ cookie: JSONObject) -> String {
    var parts = ["\(cookie["name"]?.templateText ?? "")=\(cookie["value"]?.templateText ?? "")"]
    let attributes = [("domain", "Domain"), ("path", "Path"), ("maxAge", "Max-Age"), ("expires", "Expires")]
    for (member, name) in attributes {
      if let value = cookie[member]?.templateText, !value.isEmpty { parts.append("\(name)=\(value)") }
    }
    if cookie["secure"] == true { parts.append("Secure") }
    if cookie["httpOnly"] == true { parts.append("HttpOnly") }
    return parts.joined(separator: "; ")
  }

  /// The secrets of the collection and of the environment.
  private func vault(_ method: String, _ key: String, _ value: JSONValue?) throws -> JSONObject {
    try permissions.check(.vault)
    switch method {
    case "get":
      for source in context.withheldVaultSecret(key) { try permissions.check(source) }
      guard let secret = context.vaultSecret(key) else { return ["value": .null] }
      context.mask.addSecrets(JSONValue.string(secret).secretTexts)
      return ["value": .string(secret)]
    case "set":
      context.setSecret(key, to: .string(value?.templateText ?? ""))
      return ["value": .null]
    default:
      context.unset(key)
      return ["value": .null]
    }
  }
}
