import RequestClient

extension RequestEvent {
  /// The case's name.
  var name: String { Mirror(reflecting: self).children.first?.label ?? "\(self)" }
}
