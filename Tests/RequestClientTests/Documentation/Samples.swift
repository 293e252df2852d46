import Foundation
import RequestClient
import TestSupport

/// The context of the samples: a session, an address and functions to call.
protocol Samples: Sendable {
  var shop: PetShop { get }
}

extension Samples {
  var session: Session { shop.session }
  var api: String { shop.api }
  var interface: DispatchQueue { shop.interface }

  func show(_ pets: [Pet]) { shop.shown.record(pets) }
  func report(_ text: String) { shop.reported.record(text) }
  func cache(_ data: Data?) { shop.cached.record(data) }
}
