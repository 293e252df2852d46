import WorkbenchCore

extension FileEffect {
  /// Whether it changes the collections themselves: what the watch sees of that is no news.
  var changesFiles: Bool {
    switch self {
    case .save, .create, .rename, .move, .duplicate, .delete, .restore, .setVariable: true
    default: false
    }
  }
}
