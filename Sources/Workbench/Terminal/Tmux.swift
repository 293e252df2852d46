import Subprocess

/// The tmux around this program.
enum Tmux {
  /// Whether the terminal that it is shown in shows sixels. Where that one does not, tmux itself draws a box with a
  /// text instead of a picture, which half blocks are better than.
  static func showsSixels() async -> Bool {
    let result = try? await Subprocess.run(  // Without an answer there are half blocks.
      .name("tmux"), arguments: ["display-message", "-p", "#{client_termfeatures}"],
      output: .string(limit: 4096), error: .discarded)
    let features = (result?.standardOutput ?? "").split { $0 == "," || $0.isWhitespace }
    return features.contains("sixel")
  }
}
