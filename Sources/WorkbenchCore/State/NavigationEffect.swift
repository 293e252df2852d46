/// Changes of the navigation state of a workspace, which is stored outside of the collections.
package enum NavigationEffect: Equatable, Sendable {
  case read
  /// Counts a use.
  case use(String)
  case keepTabs([Address])
}
