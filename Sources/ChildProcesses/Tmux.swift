internal import Subprocess

/// The tmux around this program.
package enum Tmux {
  /// Whether the terminal around it shows sixels. Where it does not, tmux draws a box with text in place of a picture, and
  /// half blocks are better.
  package static func showsSixels() async -> Bool {
    let result = try? await Subprocess.run(  // Without an answer there are half blocks.
      .name("tmux"), arguments: ["display-message", "-p", "#{client_termfeatures}"],
      output: .string(limit: 4096), error: .discarded)
    let features = (result?.standardOutput ?? "").split { $0 == "," || $0.isWhitespace }
    return features.contains("sixel")
  }
}
