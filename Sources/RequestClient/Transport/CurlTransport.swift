internal import CCurl
internal import Foundation

/// libcurl's multi interface on one thread of its own, which sleeps whenever nothing happens.
///
/// The thread begins with the first message and ends with this object.
package final class CurlTransport: Transport {
  private let mailbox = CurlMailbox()

  package init() {}

  private static let initializeLibrary: CURLcode = curl_global_init(Int(CURL_GLOBAL_DEFAULT))

  deinit {
    mailbox.post(.stop)
  }

  package func start(_ hop: HopRequest, for receiver: any HopReceiver) -> any Transfer {
    let (id, needsThread) = mailbox.start(hop, for: receiver)
    if needsThread { startThread() }
    return CurlTransferHandle(id: id, mailbox: mailbox)
  }

  private func startThread() {
    // Here and not on the thread: what OpenSSL keeps for the thread that sets it up is not to be taken down by the end of
    // that thread while the end of the program takes down the rest.
    _ = Self.initializeLibrary
    let thread = Thread { [mailbox] in CurlLoop(mailbox).run() }
    thread.name = "RequestClient"
    thread.start()
  }
}

/// Names a hop of the loop to other threads.
struct CurlTransferHandle: Transfer {
  let id: UInt64
  let mailbox: CurlMailbox

  func cancel() { mailbox.post(.cancel(id)) }
  func pause() { mailbox.post(.pause(id)) }
  func resume() { mailbox.post(.resume(id)) }
}
