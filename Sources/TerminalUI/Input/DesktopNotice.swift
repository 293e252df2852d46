/// The control sequences by which terminals show desktop notifications.
package enum DesktopNotice {
  /// - Parameters:
  ///   - text: Without control characters.
  ///   - environment: The process environment, which identifies the terminal.
  /// - Returns: A sequence for the terminal, with a bell if the notification may not be shown.
  package static func sequence(_ text: String, environment: [String: String]) -> String {
    let name = environment["TERM"] ?? ""
    let text = String(
      text.unicodeScalars.filter { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }.prefix(200).map(
        Character.init))
    // Consoles print unknown sequences.
    if name.hasPrefix("linux") || name.hasPrefix("vt") || name == "dumb" || name.isEmpty { return bell }
    let sequence = sequence(text, name, environment)
    // tmux passes it on if allow-passthrough is set. The bell marks the window either way.
    if environment["TMUX"] != nil {
      return "\u{1B}Ptmux;" + sequence.replacing("\u{1B}", with: "\u{1B}\u{1B}") + "\u{1B}\\" + bell
    }
    if name.hasPrefix("screen") { return "\u{1B}P" + sequence + "\u{1B}\\" + bell }
    return sequence
  }

  package static let bell = "\u{07}"

  private static func sequence(_ text: String, _ name: String, _ environment: [String: String]) -> String {
    if name.contains("kitty") || environment["KITTY_WINDOW_ID"] != nil { return "\u{1B}]99;;\(text)\u{1B}\\" }
    if ["rxvt", "foot"].contains(where: name.hasPrefix) {
      return "\u{1B}]777;notify;workbench;\(text.replacing(";", with: ","))\u{07}"
    }
    // iTerm2, WezTerm, ghostty, Windows Terminal; a number before a semicolon would be another command there.
    return "\u{1B}]9;workbench: \(text.replacing(";", with: ","))\u{07}"
  }
}
