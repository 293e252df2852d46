internal import Foundation
internal import RequestClient
internal import RequestModel
internal import Synchronization

/// The mask of one exchange, which searches each byte of its body once however often it is asked what has come.
final class LiveMask: Sendable {
  let mask: SecretMask
  private let body = Mutex(SecretMask.GrowingBody())

  init(_ mask: SecretMask) { self.mask = mask }

  /// A head has come: whatever came of a body before it belongs to another message.
  func begin() { body.withLock { $0 = SecretMask.GrowingBody() } }

  func masked(_ head: ResponseHead, _ rawBody: Data, isWhole: Bool) -> Response {
    var answer = mask.maskedHead(Response(head))
    (answer.body, answer.maskedSecrets) = body.withLock { mask.masked(rawBody, isWhole: isWhole, &$0) }
    return answer
  }
}
