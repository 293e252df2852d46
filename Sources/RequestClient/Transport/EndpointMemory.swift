internal import Glibc

/// The last address and port that was written out: those of a connection are asked for with each message that goes
/// over it.
struct EndpointMemory {
  private var address = ""
  private var port = 0
  private var text = ""

  /// `address:port`, an IPv6 address in brackets.
  mutating func text(_ address: UnsafePointer<CChar>, _ port: Int) -> String {
    if port == self.port, self.address.withCString({ strcmp($0, address) == 0 }) { return text }
    self.port = port
    self.address = String(cString: address)
    text = (self.address.utf8.contains(UInt8(ascii: ":")) ? "[\(self.address)]" : self.address) + ":\(port)"
    return text
  }
}
