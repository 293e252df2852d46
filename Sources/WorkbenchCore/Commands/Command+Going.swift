// Going to an item, sending the last request again, and looking up keys.
extension Command {
  static let going = [
    Command(
      "jump.open", "Jump", "Label every row, tab and pane; type a label to go there.",
      keywords: "labels hints easymotion hop click avy", in: .everywhere,
      keys: [.character(";")],
      run: {
        $0.jump = ""
        return []
      })
  ]
}
