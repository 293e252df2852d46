import FlyingSocks

/// Hears in FlyingFox's log that a socket listens, on the thread that made it: there is no other word of it so early, and every program
/// that is started before the socket is tuned would inherit it.
struct ListeningWatch: Logging {
  func logInfo(_ info: @autoclosure () -> String) { ListeningSocket.tuneAll() }
  func logDebug(_ debug: @autoclosure () -> String) {}
  func logWarning(_ warning: @autoclosure () -> String) {}
  func logError(_ error: @autoclosure () -> String) {}
  func logCritical(_ critical: @autoclosure () -> String) {}
}
