internal import Foundation

/// A request with its folders, variables and permissions, and the values fetched for it.
struct ResolvedRequest: Sendable {
  let run: RunContext
  /// The request as written. Changes made before it is assembled are sent and stored in history.
  var request: SavedRequest
  var inputs = Shared(RunInputs(baseFolder: "/"))
  /// Values from outside of the files.
  var fetched = FetchedValues()
  var hasScriptedURL = false

  init(_ run: RunContext) {
    self.run = run
    request = run.job.request
  }

  var kind: RequestKind { run.job.kind ?? request.kind }

  /// Whether sending opens a session with an MCP server first. Kinds that take messages do not send the body.
  var opensMCPSession: Bool { !kind.takesMessages && request.body?.opensMCPSession == true }

  /// The folder of the collection, to which permissions apply.
  var collection: String { inputs.inherited.folder ?? inputs.baseFolder }

  // MARK: Variables

  var variables: VariableScope {
    var scope = inputs.variables
    let session = run.session
    if !session.scopes.isEmpty { session.scopes.apply(to: &scope, scriptScopes) }
    if !session.secrets.isEmpty { session.secrets.apply(to: &scope, scriptScopes) }
    let own = session.all
    if !own.isEmpty { scope[.session] += own }
    run.job.given?.apply(to: &scope)
    return scope
  }

  /// The layers whose variables scripts can change, with their owners.
  var scriptScopes: [ScopeChanges.Scope] {
    if let scopes = inputs.scriptScopes { return scopes }
    let collection = inputs.folders.last(where: \.isTop)?.folder ?? inputs.folders.first?.folder ?? inputs.baseFolder
    let root = run.job.origin?.root ?? collection
    return SessionValues.scopes(
      root: root, collection: collection, environment: run.job.environment, owner: inputs.environmentOwner)
  }

  func secretValue(_ variable: Variable) -> String? {
    run.session.secretValue(variable) ?? inputs.secretValue(variable)
  }

  // MARK: Assembling

  var assembly: RequestAssembly { assembly(of: request) }

  /// The assembly with dynamic variables of another time than the start of the run.
  func assembly(at time: Date) -> RequestAssembly { assembly(of: request, at: time) }

  func assembly(of request: SavedRequest, at time: Date? = nil) -> RequestAssembly {
    let (job, inputs, fetched, session) = (run.job, inputs, fetched, run.session)
    var assembly = RequestAssembly(
      request, folders: inputs.folders, scope: variables, dynamic: DynamicVariables(now: time ?? job.startedAt),
      baseFolder: inputs.baseFolder, inherited: inputs.inherited, access: inputs.access,
      outside: OutsideValues(digests: LibcryptoDigests(), response: { fetched.responses[$0] }) {
        fetched.variables[$0] ?? session.secretValue($0) ?? inputs.secretValue($0)
      })
    assembly.resolver.keepsTemplates = job.keepsTemplates || job.rules.sendsAsPostman
    assembly.resolver.hasExpressions = !job.rules.sendsAsPostman
    assembly.resolver.keepsUnknown = job.rules.keepsUnknown
    assembly.resolver.storesSecrets = inputs.storesSecrets
    assembly.leavesOutRefusedFiles = job.rules.leavesOutRefusedFiles
    (assembly.sendsAsPostman, assembly.isSent) = (job.rules.sendsAsPostman, !job.isPreview)
    assembly.isForeign = job.rules.foreignFile != nil
    assembly.hasScriptedURL = hasScriptedURL
    assembly.hasPostmanURL = job.rules.sendsAsPostman || hasScriptedURL
    (assembly.withheldSecret, assembly.secretFailure) = (inputs.withheldSecret, inputs.secretFailure)
    return assembly
  }

  /// Ends the run without a trace in history, so that the user can allow these sources.
  ///
  /// - Parameter places: The files or variables that refer to each source.
  func refuse(_ sources: [OutsideSource], places: [OutsideSource: [String]] = [:]) {
    run.refuse(
      PermissionRequest(
        sources, collection: collection, file: run.job.origin?.address.path ?? "", places: places))
  }
}

/// A request with its templates filled in. A class, because many places keep it and copies would be large.
final class AssembledRequest: Sendable {
  let assembly: RequestAssembly
  let prepared: PreparedRequest

  init(_ assembly: RequestAssembly, _ prepared: PreparedRequest) {
    (self.assembly, self.prepared) = (assembly, prepared)
  }
}

/// A request with its credentials.
struct AuthenticatedRequest: Sendable {
  /// The request before its credentials were added.
  let bare: AssembledRequest
  let request: AssembledRequest
  /// Changes messages after redirects; `nil` uses the client's rules.
  let redirector: Redirector?

  var prepared: PreparedRequest { request.prepared }
}
