import Dispatch
import Glibc

/// Loads libcurl and the thirty libraries it needs while the program reads its arguments.
enum LibraryLoading {
  /// A call into the library waits for the loader. A missing library is reported there.
  static func start() {
    DispatchQueue(label: "workbench.libraries").async { _ = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL) }
  }
}
