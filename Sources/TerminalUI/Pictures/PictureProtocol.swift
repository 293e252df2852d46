/// How this terminal is sent a picture.
package enum PictureProtocol: Equatable, Sendable, CaseIterable {
  /// Two pixels a cell, in colours of text: everywhere.
  case halfBlocks
  /// Real pictures that have a number, and are placed and removed by it: `KittyPicture`.
  case kitty
  /// Real pictures that are written like text and overwritten by text: `InlinePicture`.
  case inline
  /// Real pictures for the VT340 and its kin, written and overwritten like text: `SixelPicture`.
  case sixel

  /// What is sure to work, told by the environment alone: a terminal that is asked may answer late, or never.
  ///
  /// A multiplexer keeps cells and loses pictures; its environment still names the terminal around it.
  package init(environment: [String: String]) {
    self = Self.isMultiplexed(environment) ? .halfBlocks : Self.known(environment["TERM"] ?? "", environment)
  }

  /// Who knows whether sixels are shown.
  package enum SixelProbe: Equatable, Sendable {
    /// The terminal, by its Primary Device Attributes.
    case terminal
    /// It answers like a terminal that shows them, whatever the one around it can: that one counts.
    case tmux
    /// There is something better, or nothing can be trusted: another multiplexer, or tmux at the end of a line.
    case nobody
  }

  package static func witness(environment: [String: String]) -> SixelProbe {
    if isMultiplexed(environment) {
      let isInOther = ["STY", "ZELLIJ"].contains { !(environment[$0] ?? "").isEmpty }
      return isInOther || (environment["TMUX"] ?? "").isEmpty ? .nobody : .tmux
    }
    let known = PictureProtocol(environment: environment)
    return known == .sixel || known == .halfBlocks ? .terminal : .nobody
  }

  /// The protocol after the terminal's answer to Primary Device Attributes.
  func after(attributes: [Int]) -> PictureProtocol {
    guard self == .halfBlocks || self == .sixel else { return self }
    return attributes.contains(TerminalAnswer.sixels) ? .sixel : .halfBlocks
  }

  private static func isMultiplexed(_ environment: [String: String]) -> Bool {
    let type = environment["TERM"] ?? ""
    return ["TMUX", "STY", "ZELLIJ"].contains { !(environment[$0] ?? "").isEmpty }
      || ["tmux", "screen"].contains { type == $0 || type.hasPrefix($0 + ".") || type.hasPrefix($0 + "-") }
  }

  private static func known(_ type: String, _ environment: [String: String]) -> PictureProtocol {
    // The type goes through ssh, and no other terminal claims one of these.
    if type == "xterm-kitty" || type == "xterm-ghostty" { return .kitty }
    if type == "wezterm" { return .inline }
    if ["foot", "mlterm", "yaft", "contour"].contains(where: type.hasPrefix) { return .sixel }
    // A terminal that names itself is no other one that was started in kitty's window and inherited its variables.
    switch environment["TERM_PROGRAM"] ?? "" {
    case "ghostty", "kitty": return .kitty
    // Its own answer to kitty's protocol still has gaps.
    case "WezTerm", "iTerm.app": return .inline
    case "": break
    default: return .halfBlocks
    }
    // What follows is inherited by a terminal that was started in the window of another.
    let isAnother = ["VTE_VERSION", "XTERM_VERSION", "ALACRITTY_WINDOW_ID"].contains { environment[$0] != nil }
    guard type.hasPrefix("xterm"), !isAnother else { return .halfBlocks }
    if environment["LC_TERMINAL"] == "iTerm2" { return .inline }
    // 22.04 was the first that shows pictures.
    if let version = environment["KONSOLE_VERSION"].flatMap(Int.init) {
      return version >= 220400 ? .inline : .halfBlocks
    }
    return environment["KITTY_WINDOW_ID"].flatMap(Int.init) == nil ? .halfBlocks : .kitty
  }
}
