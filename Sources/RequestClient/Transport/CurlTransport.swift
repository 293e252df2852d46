/// libcurl's multi interface on two threads of its own, one of which works; it sleeps whenever nothing happens.
///
/// The threads begin with the first messages and end with this object.
package final class CurlTransport: Transport {
  private let crew = CurlCrew()

  package init() {}

  deinit {
    crew.mailbox.post(.stop)
  }

  package func start(_ hop: HopRequest, for receiver: any HopReceiver) -> any Transfer {
    CurlTransferHandle(id: crew.start(hop, for: receiver), mailbox: crew.mailbox)
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
