import RequestModel

extension Workbench {
  mutating func focus(_ pane: Focus) -> [Effect] {
    focusedPane = pane
    fit()
    return []
  }

  mutating func focus(by step: Int) -> [Effect] {
    let panes = Focus.allCases
    let index = panes.firstIndex(of: focusedPane) ?? 0
    return focus(panes[(index + step + panes.count) % panes.count])
  }

  mutating func zoom() -> [Effect] {
    isZoomed.toggle()
    fit()
    return []
  }

  mutating func selectTab(by step: Int) -> [Effect] {
    if focusedPane == .response {
      let tabs = ResponseTab.allCases
      responsePane.select(tabs[(responsePane.tab.rawValue + step + tabs.count) % tabs.count])
    } else {
      let tabs = requestPane.tabs(workspace)
      let index = tabs.firstIndex(of: requestPane.shownTab(workspace)) ?? 0
      requestPane.select(tabs[(index + step + tabs.count) % tabs.count], workspace)
    }
    fit()
    return []
  }
}
