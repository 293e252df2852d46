import Dispatch
import Glibc

/// Prepares what a request needs while the program reads its arguments, which takes as long.
enum Preparation {
  private static let running = DispatchGroup()

  /// The longest wait for its end, in seconds.
  private static let patience = 2.0

  /// Loads and initializes libcurl with the thirty libraries it needs, and opens the history that `send` records in.
  static func start(for arguments: [String]) {
    guard let command = arguments.first, ["send", "run", "newman", "mcp"].contains(command) else { return }
    let asksForHelp = arguments.contains { $0 == "-h" || $0.hasPrefix("--help") }
    let keepsNothing = asksForHelp || arguments.contains { $0 == "--no-history" || $0 == "--dry-run" }
    let records = command == "send" && !keepsNothing
    DispatchQueue(label: "workbench.libraries").async(group: running) {
      // A call into the library waits for the loader. A missing library is reported there.
      if dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL) != nil { Session.prepare() }
    }
    if records { History.openAhead(in: running) }
  }

  /// Waits for its end, before the program exits: the libraries must not be cleaned up while they are initialized, and a
  /// history that is open must be closed.
  static func finish() { _ = running.wait(timeout: .now() + patience) }
}
