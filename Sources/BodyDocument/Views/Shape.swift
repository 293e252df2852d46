/// The structure of a view: flat lines, or a tree of rows that fold.
enum Shape: Sendable {
  case flat(any FlatView)
  case tree(any TreeView)
}
