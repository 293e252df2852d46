// The open workspaces. The program carries out these commands.
extension Command {
  static let workspaces = [
    Command(
      "workspaces.open", "Switch workspace", "Switch to an open or recent workspace, open a folder, or close one.",
      keywords: "folder open project change directory recent",
      in: .everywhere, keys: [.control("o")], go: "W", worksWhileEditing: true, opensField: true, word: "open",
      run: { _ in [.program(.list)] }, runWith: { _, path in [.program(.open(path: path))] }),
    Command(
      "workspaces.close", "Close workspace", "Close this workspace; asks first if there are unsaved edits.",
      keywords: "folder project exit",
      in: .everywhere, keys: [],
      whyUnavailable: {
        $0.others == nil ? "This is the only open workspace: {app.quit} quits" : nil
      },
      run: { _ in [.program(.close(nil))] }),
  ]
}
