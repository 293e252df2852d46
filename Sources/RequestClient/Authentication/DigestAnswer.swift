internal import Foundation
internal import RequestBasics

/// One answer to a Digest challenge (RFC 7616, sections 3.4.1 to 3.4.4).
struct DigestAnswer {
  var challenge: DigestChallenge
  var username: String
  var password: String
  var clientNonce: String
  var nonceCount: UInt32

  func headerValue(method: String, target: String, body: Data) -> String {
    var parts = usernameParts
    parts.append("realm=\(quoted(challenge.realm))")
    parts.append("uri=\(quoted(target))")
    if challenge.namesAlgorithm { parts.append("algorithm=\(challenge.algorithm.name)") }
    parts.append("nonce=\(quoted(challenge.nonce))")
    if let quality {
      parts += ["nc=\(count)", "cnonce=\(quoted(clientNonce))", "qop=\(quality)"]
    } else if challenge.algorithm.isSession {
      parts.append("cnonce=\(quoted(clientNonce))")
    }
    parts.append("response=\"\(response(method: method, target: target, body: body))\"")
    if let opaque = challenge.opaque { parts.append("opaque=\(quoted(opaque))") }
    if challenge.hashesUsername { parts.append("userhash=true") }
    return "Digest " + parts.joined(separator: ", ")
  }

  private var quality: String? {
    switch challenge.protection {
    case .legacy: nil
    case .authentication: "auth"
    case .integrity: "auth-int"
    }
  }

  /// Eight hexadecimal digits.
  private var count: String {
    let digits = String(nonceCount, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }

  private var usernameParts: [String] {
    if challenge.hashesUsername { return ["username=\"\(hash("\(username):\(challenge.realm)"))\""] }
    // Without a word on UTF-8 the server may be older than `username*`; the bytes are the same either way.
    let isPlain = !username.hasControlCharacter && (!challenge.isUTF8 || username.utf8.allSatisfy { $0 < 0x80 })
    return [isPlain ? "username=\(quoted(username))" : "username*=UTF-8''\(PercentEncoding.encode(username.utf8))"]
  }

  private func response(method: String, target: String, body: Data) -> String {
    let secret = secretHash
    var message = "\(method):\(target)"
    if challenge.protection == .integrity { message += ":" + challenge.algorithm.hash.hash(body).hex }
    let middle = quality.map { "\(challenge.nonce):\(count):\(clientNonce):\($0)" } ?? challenge.nonce
    return hash("\(secret):\(middle):\(hash(message))")
  }

  private var secretHash: String {
    let plain = hash("\(username):\(challenge.realm):\(password)")
    return challenge.algorithm.isSession ? hash("\(plain):\(challenge.nonce):\(clientNonce)") : plain
  }

  private func hash(_ text: String) -> String { challenge.algorithm.hash.hash(Data(text.utf8)).hex }

  private func quoted(_ text: String) -> String {
    "\"" + text.replacingExactly("\\", with: "\\\\").replacingExactly("\"", with: "\\\"") + "\""
  }
}
