/// The reason why the scripts of a job have no result.
package enum ScriptError: Error, Equatable, Sendable, CustomStringConvertible {
  /// JavaScriptCore is not installed.
  case engineMissing
  /// The kernel offers no sandbox.
  case sandboxMissing(String)
  case notStarted(String)
  /// The scripts ran longer than their limit.
  case time(Duration)
  /// The scripts used more bytes of memory than their limit.
  case memory(Int)
  /// The hosts of all scripts together used more bytes than their limit.
  case totalMemory(Int)
  /// The response has more bytes than the host accepts.
  case body(Int)
  /// A reply to a script has more bytes than the host accepts.
  case answer(Int)
  /// The kernel killed the host for an operation that its sandbox forbids.
  case forbidden
  /// The host has ended with this signal or exit status.
  case ended(String)
  /// The host has sent an invalid message.
  case invalidMessage(String)
  /// The host has neither finished nor ended after the limit.
  case unresponsive(Duration)
  case cancelled

  package var description: String {
    switch self {
    case .engineMissing:
      "Cannot run scripts: JavaScriptCore is not installed — install it: apt-get install libjavascriptcoregtk-4.1-0"
    case .sandboxMissing(let reason):
      "Cannot run scripts safely: \(reason) — \(ScriptHost.Options.openVariable)=1 runs them with the rights of this program"
    case .notStarted(let reason): "Cannot start the script host: \(reason)"
    case .time(let limit):
      "Scripts stopped after \(Formatting.duration(limit)), their time limit — look for an endless loop, or a timer that "
        + "is never cleared"
    case .memory(let limit):
      "Scripts stopped: they used more than \(Formatting.bytes(limit)), their memory limit — keep less in variables"
    case .totalMemory(let limit):
      "Scripts stopped: all that run together used more than \(Formatting.bytes(limit)) — run fewer at the same time"
    case .body(let count):
      "Cannot run scripts: the response has \(Formatting.bytes(count)), and they take less than "
        + "\(Formatting.bytes(HostFrame.longestSent)) — limit it with maxBodySize"
    case .answer(let count):
      "The answer has \(Formatting.bytes(count)), and scripts take less than \(Formatting.bytes(HostFrame.longestSent))"
    case .forbidden: "Scripts stopped: the script engine tried something that its sandbox forbids"
    case .ended(let how): "Scripts stopped: the script host ended unexpectedly (\(how)) — send the request again"
    case .invalidMessage(let reason): "Scripts stopped: the script host sent an invalid message (\(reason))"
    case .unresponsive(let limit):
      "Scripts stopped: the script host did not respond \(Formatting.duration(limit)) after their start"
    case .cancelled: "Scripts stopped: cancelled"
    }
  }
}
