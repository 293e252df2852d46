/// How a body is shown: as lines, or as a tree of rows that fold.
enum Shape: Sendable {
  case flat(any FlatView)
  case tree(any TreeView)
}
