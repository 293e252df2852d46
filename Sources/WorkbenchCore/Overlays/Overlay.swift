import RequestModel
import TerminalUI

/// What lies over the panes. The top one gets the keys first; Escape takes it away.
package enum Overlay: Equatable, Sendable {
  case picker(Picker)
  case prompt(Prompt)
  case confirm(Confirm)
  case help(HelpScreen)

  func draw(into canvas: inout Canvas) {
    switch self {
    case .picker(let picker): picker.draw(into: &canvas)
    case .prompt(let prompt): prompt.draw(into: &canvas)
    case .confirm(let confirm): confirm.draw(into: &canvas)
    case .help(let help): help.draw(into: &canvas)
    }
  }
}
