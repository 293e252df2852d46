extension FileEffect {
  /// Whether the effect changes the collections, which the watch must ignore.
  var changesFiles: Bool {
    switch self {
    case .save, .saveNew, .create, .rename, .move, .duplicate, .delete, .restore, .setVariable, .setInNewEnvironment,
      .moveCredentials, .declare, .takeBackDeclarations:
      true
    default: false
    }
  }
}
