import Foundation
import RequestModel
import TerminalUI
import Testing
import WorkbenchCore

@Suite struct ThemeChoiceTests {
  private func read(_ text: String) -> (ThemeChoice, [String]) {
    var settings = Settings(Array(text.utf8))
    let theme = ThemeChoice(&settings)
    return (theme, settings.findings.map(\.description))
  }

  @Test func aThemeOfTheSettingsChangesItsBase() throws {
    let (theme, problems) = read(
      ##"{ "theme": "mine", "themes": { "mine": { "base": "light", "colours": { "green": "#0f0", "error": "208" } } } }"##
    )
    #expect(problems.isEmpty)
    var expected = try #require(ThemeColours.all.first { $0.name == "light" }?.colours)
    let areKnown = [
      expected.set("green", to: .rgb(RGB(red: 0, green: 255, blue: 0))), expected.set("error", to: .numbered(208)),
    ]
    #expect(areKnown == [true, true])
    #expect(theme.colours == expected)
    #expect(theme.colours?.foreground(of: .success) == .rgb(RGB(red: 0, green: 255, blue: 0)))
    #expect(theme.colours?.foreground(of: .methodDelete) != theme.colours?.foreground(of: .error))
  }

  @Test func whatIsWrongIsNamed() {
    let (theme, problems) = read(
      """
      {
        "theme": "drak",
        "themes": { "mine": { "base": "dark", "colours": {
          "green": "grass",
          "gren": "green"
        } } }
      }
      """)
    #expect(theme.colours == nil)
    #expect(problems.count == 3)
    #expect(
      problems.first == "2:3 — unknown theme \"drak\": use one of mine, auto, "
        + ThemeColours.all.map(\.name).joined(separator: ", "))
    #expect(problems.contains("4:5 — \"grass\" is not a colour: #ff8800, \"208\" or a name such as red"))
    #expect(problems.contains { $0.hasPrefix("5:5 — unknown part \"gren\": use one of text, background") })
  }

  /// WCAG 2.1, 1.4.3: 4.5 is asked of text. Colours of a theme are judged on its own backgrounds.
  @Test(arguments: ThemeColours.all.compactMap { theme in theme.colours.map { (theme.name, $0) } })
  func textIsReadable(name: String, theme: ThemeColours) throws {
    let least = name.hasPrefix("solarized") ? 2.5 : name.hasPrefix("high-contrast") ? 7 : 4.3
    for role in Style.Role.allCases where role != .border {
      for surface in [Style.Surface.plain, .input] {
        let contrast = try #require(theme.foreground(of: role).contrast(to: theme.background(of: surface)))
        #expect(contrast >= least, "\(name): \(role) on \(surface) has \(contrast)")
      }
    }
    let selected = try #require(theme[.selectionText].contrast(to: theme[.selection]))
    #expect(selected >= least, "\(name): selected text has \(selected)")
  }
}

extension Colour {
  fileprivate func contrast(to other: Colour) -> Double? {
    guard case .rgb(let own) = self, case .rgb(let other) = other else { return nil }
    let (a, b) = (own.luminance, other.luminance)
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)
  }
}

extension RGB {
  fileprivate var luminance: Double {
    func linear(_ channel: UInt8) -> Double {
      let value = Double(channel) / 255
      return value <= 0.03928 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }
}
