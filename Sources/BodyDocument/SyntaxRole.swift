/// What a piece of a line means; the theme gives it a colour.
package enum SyntaxRole: Hashable, Sendable, CaseIterable {
  case key, string, number, boolean, null, punctuation
  case text, tag, attribute, comment
  /// Words of ours that stand in no body, such as `3 members` on a folded line.
  case note
}
