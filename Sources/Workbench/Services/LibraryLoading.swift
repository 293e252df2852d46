import Dispatch
import Glibc

/// Loads libcurl and the thirty libraries it needs while the program reads its arguments.
enum LibraryLoading {
  /// The first call into the library waits for this where it comes too early, and reports what is missing.
  static func start() {
    DispatchQueue(label: "workbench.libraries").async { _ = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL) }
  }
}
