/// A way to show pictures in a terminal.
package enum PictureProtocol: Equatable, Sendable, CaseIterable {
  /// Half blocks with two pixels per cell. Works everywhere.
  case halfBlocks
  /// Pictures placed and removed by number: `KittyPicture`.
  case kitty
  /// Pictures written and overwritten like text: `InlinePicture`.
  case inline
  /// Sixel pictures, written and overwritten like text: `SixelPicture`.
  case sixel

  /// Detects a protocol from the environment alone, because a terminal may reply late or never.
  ///
  /// Multiplexers lose pictures, although their environment still names the outer terminal.
  package init(environment: [String: String]) {
    self = Self.isMultiplexed(environment) ? .halfBlocks : Self.known(environment["TERM"] ?? "", environment)
  }

  /// The source of sixel support information.
  package enum SixelProbe: Equatable, Sendable {
    /// The terminal's Primary Device Attributes.
    case terminal
    /// tmux, which claims sixels even if the outer terminal lacks them. The outer one decides.
    case tmux
    /// No query: another protocol is better, or the replies of a multiplexer cannot be trusted.
    case nobody
  }

  package static func sixelProbe(environment: [String: String]) -> SixelProbe {
    if isMultiplexed(environment) {
      let isInOther = ["STY", "ZELLIJ"].contains { !(environment[$0] ?? "").isEmpty }
      return isInOther || (environment["TMUX"] ?? "").isEmpty ? .nobody : .tmux
    }
    let known = PictureProtocol(environment: environment)
    return known == .sixel || known == .halfBlocks ? .terminal : .nobody
  }

  /// The protocol after the reply to Primary Device Attributes.
  func after(attributes: [Int]) -> PictureProtocol {
    guard self == .halfBlocks || self == .sixel else { return self }
    return attributes.contains(TerminalReply.sixels) ? .sixel : .halfBlocks
  }

  private static func isMultiplexed(_ environment: [String: String]) -> Bool {
    let type = environment["TERM"] ?? ""
    return ["TMUX", "STY", "ZELLIJ"].contains { !(environment[$0] ?? "").isEmpty }
      || ["tmux", "screen"].contains { type == $0 || type.hasPrefix($0 + ".") || type.hasPrefix($0 + "-") }
  }

  private static func known(_ type: String, _ environment: [String: String]) -> PictureProtocol {
    // TERM is passed on by ssh, and no other terminal claims these types.
    if type == "xterm-kitty" || type == "xterm-ghostty" { return .kitty }
    if type == "wezterm" { return .inline }
    if ["foot", "mlterm", "yaft", "contour"].contains(where: type.hasPrefix) { return .sixel }
    // TERM_PROGRAM is set by the terminal itself, while kitty's variables may be inherited.
    switch environment["TERM_PROGRAM"] ?? "" {
    case "ghostty", "kitty": return .kitty
    // WezTerm's support for kitty's protocol is incomplete.
    case "WezTerm", "iTerm.app": return .inline
    case "": break
    default: return .halfBlocks
    }
    // The following variables may be inherited from another terminal.
    let isAnother = ["VTE_VERSION", "XTERM_VERSION", "ALACRITTY_WINDOW_ID"].contains { environment[$0] != nil }
    guard type.hasPrefix("xterm"), !isAnother else { return .halfBlocks }
    if environment["LC_TERMINAL"] == "iTerm2" { return .inline }
    // Pictures are supported since 22.04.
    if let version = environment["KONSOLE_VERSION"].flatMap(Int.init) {
      return version >= 220400 ? .inline : .halfBlocks
    }
    return environment["KITTY_WINDOW_ID"].flatMap(Int.init) == nil ? .halfBlocks : .kitty
  }
}
