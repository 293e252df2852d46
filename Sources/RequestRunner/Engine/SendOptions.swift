/// The rules of the program whose file a request comes from. Requests that its scripts and templates send follow them, too.
package struct SendRules: Sendable {
  /// Whether variables and URLs follow Postman's rules: a template is only a name, one without a value is sent as
  /// written, only a few characters of a URL are escaped, an error in a script does not prevent sending the request,
  /// and scripts run even without a response.
  package var sendsAsPostman = false
  /// Whether variables of folders override those of the environment.
  package var foldersOverrideEnvironment = false
  /// Whether a template without a value is text, except in URLs, as in REST Client.
  package var keepsUnknown = false
  /// Whether files without permission are left out of bodies with a warning, and the request is sent.
  package var leavesOutRefusedFiles = false
  /// The name of the file of another program that the request was read from, for errors of scripts. Such requests
  /// have no `Accept-Language` of their own.
  package var foreignFile: String?

  package init() {}
}

/// How a caller sends its requests.
package struct SendOptions: Sendable {
  /// Whether a user can log in while the run waits.
  package var canLogIn = false
  /// Whether a user can give variables a value that is kept, with which the request is sent again.
  package var asksForValues = false
  /// Whether the caller sends messages while the exchange runs. Otherwise the steps of the request are carried out,
  /// and a connection that takes messages is closed once they are done.
  package var takesMessages = false
  /// Whether the caller follows a stream of events and can end it, so that it may be connected again after its end.
  package var followsStreams = false
  /// The last message that the handlers of scripts see; `nil` if they see all.
  package var messageEnd: MessageEnd?
  /// The iteration of a run that the request belongs to.
  package var iteration: RunIteration?
  /// The time limit for the scripts of one event; `nil` for the default.
  package var scriptTime: Duration?
  /// The time limit in seconds for a request without a `timeout`, which otherwise has only an idle timeout.
  package var patience: Double?
  /// The options of the command line that change the requests, for messages.
  package var typedOptions = TypedOptions()
  /// Changes the requests that scripts run and that templates take responses from, as the request was changed.
  package var change: @Sendable (SavedRequest) -> SavedRequest = { $0 }

  package init() {}
}
