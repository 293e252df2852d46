import CFiles
import Dispatch
import Glibc

/// Prepares what a request needs while the program reads its arguments and its files, which takes as long.
enum Preparation {
  private static let running = DispatchGroup()

  /// The maximum wait for its end, in seconds.
  private static let patience = 2.0

  /// Loads and initializes libcurl with the thirty libraries it needs.
  static func loadLibraries(for arguments: [String]) {
    guard let command = arguments.first, ["send", "run", "newman", "mcp"].contains(command),
      !WorkbenchCommand.asksForHelp(arguments)
    else { return }
    DispatchQueue(label: "workbench.libraries").async(group: running) {
      // A call into the library waits for the loader. A missing library is reported there.
      if dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL) != nil { Session.prepare() }
    }
  }

  /// Lets commands that hold a whole collection on one thread use the heap of the first thread, which grows in large
  /// steps. The heap of another thread grows by pages, with a system call for each.
  static func chooseHeap(for arguments: [String]) {
    if let command = arguments.first, ["import", "export", "check"].contains(command) { cfiles_use_one_heap() }
  }

  /// Opens the history that `send` records in, beside the loading of libcurl.
  static func openHistory(for command: any ParsableCommand) {
    guard let send = command as? SendCommand, !send.noHistory, !send.dryRun else { return }
    History.openAhead(in: running)
  }

  /// Waits for its end before the program exits: libraries must not be cleaned up while they are initialized, and an
  /// open history must be closed.
  static func finish() {
    History.stopOpeningAhead()
    _ = running.wait(timeout: .now() + patience)
  }
}
