internal import Subprocess

/// The tmux session that this program runs in.
package enum Tmux {
  /// Returns whether the outer terminal supports sixels. If not, tmux shows a placeholder, and half blocks are better.
  package static func showsSixels() async -> Bool {
    let result = try? await Subprocess.run(  // Falls back to half blocks.
      .name("tmux"), arguments: ["display-message", "-p", "#{client_termfeatures}"],
      output: .string(limit: 4096), error: .discarded)
    let features = (result?.standardOutput ?? "").split { $0 == "," || $0.isWhitespace }
    return features.contains("sixel")
  }
}
