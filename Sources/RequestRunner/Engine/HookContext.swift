/// The state of a send that hooks can read and change.
package struct HookContext: Sendable {
  var resolved: ResolvedRequest
  /// The assembled request; `nil` before it is assembled.
  let assembled: AssembledRequest?
  /// Unmasked; `nil` if nothing has arrived.
  let received: ReceivedMessage?
  /// The effects of the request's scripts on the order of its run.
  package var direction: RunDirection
  /// The session shared by the scripts of the request.
  var scriptSession: ScriptSession?
  /// The message handlers registered by scripts before the request.
  var messageScripts: MessageScripts?

  var run: RunContext { resolved.run }
  package var job: SendEngine.Job { run.job }
  package var mask: LiveMask { run.mask }

  /// The request as written. Changes made before it is assembled are sent and stored in history.
  package var request: SavedRequest {
    get { resolved.request }
    set { resolved.request = newValue }
  }

  /// The response with its secrets masked, once it has arrived.
  package var response: Response? { run.record.exchange.response }

  /// Adds a message, a check result or a console line to the exchange.
  package func log(_ content: LogEvent.Content) { run.log(content) }

  func warn(_ text: String) { run.warn(text) }

  /// Sets a session variable, visible to this run and later ones. A secret is visible in this environment and collection
  /// only, and so is a value with a known secret in it.
  package func setVariable(_ name: String, to value: String, isSecret: Bool = false) {
    setVariable(name, to: .string(value), isSecret: isSecret)
  }
}
