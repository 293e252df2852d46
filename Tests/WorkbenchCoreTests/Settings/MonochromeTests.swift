import TerminalUI
import Testing

@testable import WorkbenchCore

/// Without colours, attributes tell what the text does not.
@Suite struct MonochromeTests {
  private let theme = Theme(colours: 256, isColourless: true)

  private func look(_ role: Style.Role, _ surface: Style.Surface = .plain) -> Theme.Look {
    theme.look(of: Style(role, on: surface))
  }

  @Test func noStyleHasAColour() {
    for role in Style.Role.allCases {
      for surface in Style.Surface.allCases {
        let look = look(role, surface)
        #expect(look.foreground == -1 && look.background == -1, "\(role) on \(surface)")
      }
    }
  }

  @Test func whereTheKeysGoIsSeenOnEverySurface() {
    for role in Style.Role.allCases {
      let looks = Set([Style.Surface.plain, .selected, .selectedUnfocused].map { look(role, $0) })
      #expect(looks.count == 3, "\(role)")
    }
    #expect(look(.focusedBorder) != look(.border))
    #expect(look(.text, .input) != look(.text))
  }

  @Test func problemsAndMatchesAreSeenInEveryRow() {
    for surface in [Style.Surface.plain, .selected, .selectedUnfocused, .bar] {
      for role in [Style.Role.error, .warning, .match, .mark] {
        #expect(look(role, surface) != look(.text, surface), "\(role) on \(surface)")
      }
    }
  }
}
