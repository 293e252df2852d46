import WorkbenchCore

extension FileEffect {
  /// Whether the effect changes the collections, so that the watch has to ignore it.
  var changesFiles: Bool {
    switch self {
    case .save, .create, .rename, .move, .duplicate, .delete, .restore, .setVariable: true
    default: false
    }
  }
}
