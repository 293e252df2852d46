package import RequestModel

/// What is kept of the user's ways through a workspace, outside of the collections.
package enum NavigationEffect: Equatable, Sendable {
  case read
  /// Counts a use.
  case use(String)
  case keepTabs([Address])
}
