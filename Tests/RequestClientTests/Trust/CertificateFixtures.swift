import Foundation

/// Test certificates, with pins computed by `openssl pkey -pubin -outform der | openssl dgst -sha256`.
enum CertificateFixtures {
  static let first = """
    -----BEGIN CERTIFICATE-----
    MIIBiTCCAS+gAwIBAgIUQz88xiJwU1pu0vjMmW4gpHHZCF4wCgYIKoZIzj0EAwIw
    GTEXMBUGA1UEAwwOcGlubmVkLmV4YW1wbGUwIBcNMjYxMTIxMTQyMzI4WhgPMjA4
    MTA4MjQxNDIzMjhaMBkxFzAVBgNVBAMMDnBpbm5lZC5leGFtcGxlMFkwEwYHKoZI
    zj0CAQYIKoZIzj0DAQcDQgAE2Fy47gpXGa4RUNln4uE0nyzIPis+KBsnz9rQIzvx
    AE66zI1EKho4LobimJLNVtzlk8aIviFGUHRPIT6X4u0VqKNTMFEwHQYDVR0OBBYE
    FNzPWIt+7kFR5BbwsK0XluEIFEq8MB8GA1UdIwQYMBaAFNzPWIt+7kFR5BbwsK0X
    luEIFEq8MA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDSAAwRQIhAN1PQmDD
    ZJRd8CIYsXIqFYI9ca79ULCEOcggGEDyYhcCAiAXo0+2kB5pvIwMNwZxtMcZdVvY
    H7+NTgfrcqJBr1QaPA==
    -----END CERTIFICATE-----
    """
  static let firstKey = """
    -----BEGIN PUBLIC KEY-----
    MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE2Fy47gpXGa4RUNln4uE0nyzIPis+
    KBsnz9rQIzvxAE66zI1EKho4LobimJLNVtzlk8aIviFGUHRPIT6X4u0VqA==
    -----END PUBLIC KEY-----
    """
  static let firstPin = "sha256//1Mf2XQ/241qz//or1CcYXHFSt4JCZrTltcRABkAlqBo="

  static let second = """
    -----BEGIN CERTIFICATE-----
    MIIBiDCCAS2gAwIBAgIUNPA0WfrhFR2prPSDKSyRP0I5a1AwCgYIKoZIzj0EAwIw
    GDEWMBQGA1UEAwwNb3RoZXIuZXhhbXBsZTAgFw0yNjExMjExNDIzMjhaGA8yMDgx
    MDgyNDE0MjMyOFowGDEWMBQGA1UEAwwNb3RoZXIuZXhhbXBsZTBZMBMGByqGSM49
    AgEGCCqGSM49AwEHA0IABMP99vWc4/1KJg1LBr+w3bdTev7bblY7B9gRw3yMa0ko
    EdcR7poQFwjK0Xnk/vEFWZrfjNNjq4f+7HehxzZfwbWjUzBRMB0GA1UdDgQWBBS+
    1Rb6UAd9bQXE/TaGM6leEDOkGzAfBgNVHSMEGDAWgBS+1Rb6UAd9bQXE/TaGM6le
    EDOkGzAPBgNVHRMBAf8EBTADAQH/MAoGCCqGSM49BAMCA0kAMEYCIQC1uHk+kctR
    FzQsWbNviRWmkjoGVh67qrseQgKsJzxWtQIhANRZYSkKL16NzJEglnlkuhm0Cbm1
    72E98//5L+C/FkQb
    -----END CERTIFICATE-----
    """
  static let secondPin = "sha256//cm02548ZYc+MBkA6tLl5sK4IsvoKdQM07lXfg+L6Slk="

  static func der(_ pem: String) -> Data {
    let text = pem.split(separator: "\n").filter { !$0.hasPrefix("-") }.joined()
    return Data(base64Encoded: text) ?? Data()
  }
}
