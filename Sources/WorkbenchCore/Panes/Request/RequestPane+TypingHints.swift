// The keys in the footer while a field is open: only those that do something now.
extension RequestPane {
  package func typingHints(in context: PaneContext) -> [(key: String, label: String)] {
    guard let editing else { return [] }
    if let find = editing.find { return hints(of: find) }
    if editing.vim?.commandLine != nil { return [("⏎", "run"), ("Esc", "cancel")] }
    if let completion { return hints(of: completion, in: context) }
    let keys = context.workspace.keys
    let tab = tabHint(in: context)
    let send = (editing.target == .url ? "Alt+⏎ " : "") + keys.name(of: "request.send")
    let verb = context.workspace.verbOfSending(typedRequest(in: context))
    return leavingHints(of: editing, verb) + (tab.map { [("Tab", $0)] } ?? [])
      + (context.workspace.whyNothingToSend == nil ? [(send, verb)] : [])
      + [(keys.name(of: "request.save"), "save")]
      + (editing.vim?.mode ?? .insert == .insert && editing.editor.canUndo ? [("Ctrl+Z", "undo typing")] : [])
  }

  private func tabHint(in context: PaneContext) -> String? {
    completesWithTab ? "complete" : hasNextField(in: context) ? "next" : nil
  }

  private func leavingHints(of editing: Editing, _ verb: String) -> [(key: String, label: String)] {
    switch editing.vim?.mode {
    case .insert: return [("Esc", "normal mode"), ("Ctrl+F", "find")]
    case .visual, .visualLine: return [("Esc", "normal mode")]
    case .normal: return [("Esc", editing.vim?.pending.isEmpty == true ? "done" : "cancel")]
    case nil: break
    }
    let hasSelection = editing.editor.selection != nil
    if editing.target.isMultiline { return [("Esc", hasSelection ? "unselect" : "done"), ("Ctrl+F", "find")] }
    if isURLOfNew { return [("⏎", verb), ("Esc", hasSelection ? "unselect" : "done")] }
    return hasSelection ? [("⏎", "done"), ("Esc", "unselect")] : [("⏎ Esc", "done")]
  }

  private func hints(of completion: Completion, in context: PaneContext) -> [(key: String, label: String)] {
    let isLong = editing?.target.isMultiline == true
    let tab = tabHint(in: context)
    let own = isLong ? "new line" : isURLOfNew ? context.workspace.verbOfSending(typedRequest(in: context)) : "done"
    let enter = [("⏎", completion.isChosen ? "take" : completion.completesVariable ? "complete" : own)]
    return [("↓ ↑", "choose")] + (tab.map { [("Tab", $0)] } ?? []) + enter + [("Esc", "close list")]
  }

  private func hints(of find: FindBar) -> [(key: String, label: String)] {
    let next = (find.isReplacing ? [("⏎", "replace"), ("↓", "next")] : [("⏎ ↓", "next")]) + [("↑", "previous")]
    let moving = find.hits.count > 1 ? next : find.isReplacing && !find.hits.isEmpty ? [("⏎", "replace")] : []
    return moving + [("Tab", find.isReplacing ? "find" : "replace")]
      + (find.hits.isEmpty ? [] : [("Alt+⏎", "replace all")]) + [("Ctrl+R", "regex"), ("Esc", "close")]
  }
}
