/// The line below the text for typing a search or a command of vim.
package struct VimCommandLine: Equatable, Sendable {
  package enum Kind: Character, Equatable, Sendable {
    case search = "/"
    case searchBackward = "?"
    case command = ":"
  }

  package let kind: Kind
  package var editor: TextEditor

  init(_ kind: Kind, _ text: String = "") {
    self.kind = kind
    editor = TextEditor(text)
  }
}
