/// Flags of which one is given, such as `--http1.1` and `--http2`.
///
/// The parser describes each value. Without a description it reflects the type, which takes a millisecond of every command
/// with such flags: each question about a type searches all conformances of the program.
protocol NamedFlag: EnumerableFlag, CustomStringConvertible, RawRepresentable<String> {}

extension NamedFlag {
  var description: String { rawValue }
}
