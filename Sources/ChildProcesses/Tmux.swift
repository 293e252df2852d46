internal import Subprocess

/// The tmux session that this program runs in.
package enum Tmux {
  /// Returns whether the outer terminal supports sixels. If not, tmux shows a placeholder, and half blocks are better.
  package static func showsSixels() async -> Bool {
    await words(of: ["display-message", "-p", "#{client_termfeatures}"]).contains("sixel")
  }

  /// Returns the prefix keys in tmux's notation, such as `C-b`; empty if tmux does not answer.
  package static func prefixes() async -> [String] {
    await words(of: ["display-message", "-p", "#{prefix} #{prefix2}"]).filter { $0 != "None" }
  }

  private static func words(of arguments: [String]) async -> [String] {
    let result = try? await Subprocess.run(  // Without an answer there are none.
      .name("tmux"), arguments: Arguments(arguments), platformOptions: .ownSession, output: .string(limit: 4096),
      error: .discarded)
    return (result?.standardOutput ?? "").split { $0 == "," || $0.isWhitespace }.map(String.init)
  }
}
