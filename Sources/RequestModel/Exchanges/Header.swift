/// A header line as sent or received.
package typealias Header = HTTPHeader
