/// The interceptors whose refresh is under way in a task, and which its requests pass by.
///
/// Requests take it along from where they are made, since their adapters run in tasks of their own.
enum RefreshScope {
  @TaskLocal static var current: Set<ObjectIdentifier> = []
}
