/// The handlers of the routes, grouped by topic.
enum Endpoints {}
