// The built-in themes. `nil` uses the terminal's own sixteen colours.
extension ThemeColours {
  /// By name, in the order of the theme list.
  package static let all: [(name: String, summary: String, colours: ThemeColours?)] = [
    ("terminal", "the terminal's sixteen colours", nil),
    ("dark", "soft colours on dark grey", dark),
    ("light", "strong colours on white", light),
    ("high-contrast", "bright colours on black", highContrast),
    ("high-contrast-light", "dark colours on white", highContrastLight),
    ("colour-blind", "Okabe and Ito's colours on black", colourBlind),
    ("colour-blind-light", "Okabe and Ito's colours on white", colourBlindLight),
    ("solarized-dark", "Ethan Schoonover's colours, dark", solarizedDark),
    ("solarized-light", "Ethan Schoonover's colours, light", solarizedLight),
    ("mono", "shades of grey", mono),
  ]

  private init(_ values: KeyValuePairs<Slot, UInt32>) {
    self.init(Dictionary(values.map { ($0.key, Colour.rgb(RGB(packed: $0.value))) }) { $1 })
  }

  private static let dark = ThemeColours([
    .text: 0xD8DEE9, .background: 0x1E2228, .muted: 0x949EAE, .border: 0x4C566A, .red: 0xF07178, .green: 0xA3D18D,
    .yellow: 0xEBCB8B, .blue: 0x82AAFF, .magenta: 0xC792EA, .cyan: 0x88D4E0, .selection: 0x3B5B92,
    .selectionText: 0xFFFFFF, .inactiveSelection: 0x333B47, .input: 0x2A303A,
  ])
  private static let light = ThemeColours([
    .text: 0x24292F, .background: 0xFFFFFF, .muted: 0x656D76, .border: 0xAFB8C1, .red: 0xB3261E, .green: 0x116329,
    .yellow: 0x7D4E00, .blue: 0x0550AE, .magenta: 0x6E3CBC, .cyan: 0x0B6478, .selection: 0x0A5BC4,
    .selectionText: 0xFFFFFF, .inactiveSelection: 0xDDE3EA, .input: 0xEEF2F6,
  ])
  private static let highContrast = ThemeColours([
    .text: 0xFFFFFF, .background: 0x000000, .muted: 0xD0D0D0, .border: 0xFFFFFF, .red: 0xFFA8A8, .green: 0x60FF60,
    .yellow: 0xFFFF00, .blue: 0x90C8FF, .magenta: 0xFFA0FF, .cyan: 0x00FFFF, .selection: 0xFFFF00,
    .selectionText: 0x000000, .inactiveSelection: 0x505050, .input: 0x282828,
  ])
  private static let highContrastLight = ThemeColours([
    .text: 0x000000, .background: 0xFFFFFF, .muted: 0x303030, .border: 0x000000, .red: 0x900000, .green: 0x004D00,
    .yellow: 0x5C3B00, .blue: 0x00008B, .magenta: 0x5A0078, .cyan: 0x004B57, .selection: 0x000080,
    .selectionText: 0xFFFFFF, .inactiveSelection: 0xC8C8C8, .input: 0xE4E4E4,
  ])
  private static let colourBlind = ThemeColours([
    .text: 0xE6E6E6, .background: 0x101418, .muted: 0x9AA4AE, .border: 0x56616C, .red: 0xE8823A, .green: 0x56B4E9,
    .yellow: 0xF0E442, .blue: 0x6FA8FF, .magenta: 0xDDA0C4, .cyan: 0x4FD1B0, .selection: 0x0A5A94,
    .selectionText: 0xFFFFFF, .inactiveSelection: 0x2D3741, .input: 0x222B33,
  ])
  private static let colourBlindLight = ThemeColours([
    .text: 0x1C1C1C, .background: 0xFFFFFF, .muted: 0x5F6770, .border: 0xA5ADB5, .red: 0xA84300, .green: 0x005B94,
    .yellow: 0x6B5900, .blue: 0x003F7F, .magenta: 0x8A3F6F, .cyan: 0x00634B, .selection: 0x00588F,
    .selectionText: 0xFFFFFF, .inactiveSelection: 0xDCE2E8, .input: 0xEDF1F5,
  ])
  private static let solarizedDark = ThemeColours([
    .text: 0x93A1A1, .background: 0x002B36, .muted: 0x657B83, .border: 0x586E75, .red: 0xDC322F, .green: 0x859900,
    .yellow: 0xB58900, .blue: 0x268BD2, .magenta: 0xD33682, .cyan: 0x2AA198, .selection: 0x1E6E9E,
    .selectionText: 0xFDF6E3, .inactiveSelection: 0x073642, .input: 0x073642,
  ])
  private static let solarizedLight = ThemeColours([
    .text: 0x586E75, .background: 0xFDF6E3, .muted: 0x839496, .border: 0x93A1A1, .red: 0xDC322F, .green: 0x718C00,
    .yellow: 0xA57800, .blue: 0x268BD2, .magenta: 0xD33682, .cyan: 0x1F8A82, .selection: 0x268BD2,
    .selectionText: 0xFDF6E3, .inactiveSelection: 0xEEE8D5, .input: 0xEEE8D5,
  ])
  private static let mono = ThemeColours([
    .text: 0xDADADA, .background: 0x121212, .muted: 0x9E9E9E, .border: 0x585858, .red: 0xFFFFFF, .green: 0xC6C6C6,
    .yellow: 0xE4E4E4, .blue: 0xB2B2B2, .magenta: 0xD0D0D0, .cyan: 0xBCBCBC, .selection: 0x6C6C6C,
    .selectionText: 0xFFFFFF, .inactiveSelection: 0x3A3A3A, .input: 0x303030,
  ])
}
