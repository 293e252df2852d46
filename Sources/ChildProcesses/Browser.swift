internal import Foundation
internal import RequestBasics
internal import Subprocess

/// The user's browser.
package enum Browser {
  package enum Outcome: Sendable {
    case opened
    /// There is no browser, or no display to open it on: the user may be working remotely.
    case noBrowser
    /// The URL does not belong to a web page. Other URLs could start programs.
    case notAPage
  }

  /// Opens a web page in `$BROWSER`, else in the desktop's browser, and does not wait for it.
  ///
  /// Opens only http and https URLs, regardless of the caller.
  package static func open(_ url: String) async -> Outcome {
    guard WebPage.isAddress(url) else { return .notAPage }
    guard let command = command(for: url, ProcessInfo.processInfo.environment) else { return .noBrowser }
    let script = "command -v \"$1\" >/dev/null || exit 127; \"$@\" </dev/null >/dev/null 2>&1 &"
    let result = try? await Subprocess.run(
      .name("sh"), arguments: Arguments(["-c", script, "sh"] + command), platformOptions: .ownSession, input: .none,
      output: .discarded, error: .discarded)
    return result?.terminationStatus == .exited(0) ? .opened : .noBrowser
  }

  /// The program and its arguments. `$BROWSER` may be a list, and mark the position of the URL with `%s`.
  static func command(for url: String, _ environment: [String: String]) -> [String]? {
    if let own = environment["BROWSER"]?.split(separator: ":").first, !own.isEmpty {
      let words = own.split(separator: " ").map(String.init)
      return words.contains("%s") ? words.map { $0 == "%s" ? url : $0 } : words + [url]
    }
    let hasDisplay = ["DISPLAY", "WAYLAND_DISPLAY"].contains { environment[$0]?.isEmpty == false }
    return hasDisplay ? ["xdg-open", url] : nil
  }
}
