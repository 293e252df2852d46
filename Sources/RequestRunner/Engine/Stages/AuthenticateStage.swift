internal import RequestModel

extension Stage {
  /// Adds credentials to the assembled request.
  static let authenticate = Stage("authenticate") { context in
    guard var (assembly, prepared) = context.assembled else { return }
    assembly.authenticate(&prepared)
    context.assembled = (assembly, prepared)
  }
}
