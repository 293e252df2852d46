import Foundation
import RequestModel

@testable import RequestRunner

extension SavedRequest {
  /// Creates a request from the JSON of a file.
  init(json: String) throws {
    let text = try JSONText(Array(json.utf8))
    self = try SavedRequest(document: text.value.object ?? JSONObject())
  }
}

extension FolderSettings {
  init(json: String) throws {
    let text = try JSONText(Array(json.utf8))
    self = try FolderSettings(document: text.value.object ?? JSONObject())
  }
}

/// The surroundings of a request: folders, variables, secrets and permissions.
struct Around {
  var folders: [FolderSettings] = []
  var environment: RequestModel.Environment?
  var overrides: [String: String] = [:]
  var builtIn: [String: String] = [:]
  var secrets: [String: String] = [:]
  var baseFolder = "/nowhere"
  /// `nil` allows the files of `baseFolder`.
  var access: ReadAccess?

  static let nothing = Around()

  /// Surroundings with variables only.
  static func variables(_ values: KeyValuePairs<String, String>) -> Around {
    Around(environment: Environment(name: "local", variables: values.map { Variable($0.key, .value($0.value)) }))
  }

  /// Surroundings with an environment that declares these secrets.
  static func secrets(_ values: [String: String]) -> Around {
    let variables = values.keys.sorted().map { Variable($0, .secret) }
    return Around(environment: Environment(name: "local", variables: variables), secrets: values)
  }

  var scope: VariableScope {
    VariableScope(builtIn: builtIn, folders: folders, environment: environment, overrides: overrides)
  }

  func secretValue(_ variable: Variable) -> String? { secrets[variable.name] }

  func prepare(_ json: String) async throws -> PreparedRequest {
    var assembly = RequestAssembly(
      try SavedRequest(json: json), folders: folders, scope: scope,
      dynamic: DynamicVariables(now: Date(timeIntervalSince1970: 1_700_000_000.25), generator: SplitMix64(seed: 7)),
      baseFolder: baseFolder, access: access ?? .folder(baseFolder),
      outside: OutsideValues(digests: LibcryptoDigests(), value: secretValue))
    return try await assembly.prepare()
  }

  /// Returns the failure of a request that cannot be prepared.
  func problem(_ json: String) async throws -> String {
    do {
      let prepared = try await prepare(json)
      return "prepared: \(prepared)"
    } catch let failure as Failure {
      return failure.sentence
    }
  }

  var inputs: RunInputs {
    let secrets = secrets
    return RunInputs(folders: folders, variables: scope, baseFolder: baseFolder, access: access) {
      secrets[$0.name]
    }
  }
}

extension PreparedRequest {
  var bodyText: String { String(decoding: sent.body, as: UTF8.self) }
}

extension SendEngine {
  /// Sends a request and returns all events.
  func events(_ request: SavedRequest, _ around: Around = .nothing) async -> [RunEvent] {
    await events(Job(request: request) { _ in around.inputs })
  }

  func events(_ job: Job) async -> [RunEvent] {
    var events: [RunEvent] = []
    for await event in run(job).start() { events.append(event) }
    return events
  }
}

extension [RunEvent] {
  /// The exchange of the `.ended` event.
  var exchange: Exchange? {
    if case .ended(let exchange, _) = last { exchange } else { nil }
  }
}

extension RequestAssembly {
  /// Returns the complete request, including credentials.
  mutating func prepare() async throws(Failure) -> PreparedRequest {
    var prepared = try await resolve(NoWorld())
    try await authenticate(&prepared, NoWorld())
    return prepared
  }
}

/// A context without services, for kinds that do not use them.
private struct NoWorld: KindContext {
  let now = Date(timeIntervalSince1970: 0)

  func random(_ count: Int) -> Data { Data(count: count) }
  func hash(_ data: Data, with algorithm: DigestAlgorithm) -> Data { data }
  func authenticationCode(of data: Data, key: Data, with algorithm: DigestAlgorithm) -> Data { key + data }
  func signature(of data: Data, key: String, with algorithm: SignatureAlgorithm) -> Data { data }
  func bodyHash(_ range: HashedBody) -> Data { Data() }
  func mask(_ secret: String) {}
  func send(_ message: OutgoingMessage) throws(Failure) -> Response { throw Failure(.refused, message.url) }
}
