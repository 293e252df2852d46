import Foundation
import RequestClient
import TestSupport

/// Gives samples what they have at hand: a session, an address, and somebody who listens.
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
