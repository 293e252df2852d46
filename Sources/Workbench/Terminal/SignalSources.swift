import Dispatch
import Glibc

/// Signals as events on the main queue, instead of handlers that may do nothing.
@MainActor
final class SignalSources {
  private var sources: [any DispatchSourceSignal] = []

  func on(_ number: Int32, _ handler: @escaping @MainActor () -> Void) {
    signal(number, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
    source.setEventHandler { MainActor.assumeIsolated { handler() } }
    source.resume()
    sources.append(source)
  }
}
