import FlyingSocks

/// A FlyingFox logger that detects a listening socket immediately, on the thread that created it. Child processes
/// started before the socket is configured would inherit it.
struct ListeningWatch: Logging {
  func logInfo(_ info: @autoclosure () -> String) { ListeningSocket.tuneAll() }
  func logDebug(_ debug: @autoclosure () -> String) {}
  func logWarning(_ warning: @autoclosure () -> String) {}
  func logError(_ error: @autoclosure () -> String) {}
  func logCritical(_ critical: @autoclosure () -> String) {}
}
