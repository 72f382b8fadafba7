/// Everything of the outside that a command touches, so that a test can stand in for it.
public struct Console {
  /// Takes a piece of the result (standard output).
  public var write: ([UInt8]) -> Void
  /// Takes a piece of what is beside the result (standard error): progress, hints, errors.
  public var note: (String) -> Void
  /// Everything on standard input, up to so many bytes.
  var input: (Int) throws(InputFailure) -> [UInt8] = { _ throws(InputFailure) in [] }
  /// The value of a variable of the environment.
  public var variable: (String) -> String?
  /// Whether a person reads the result as it comes.
  public var isTerminal: Bool
  /// Whether a person reads the notes as they come.
  public var notesAreTerminal: Bool
  /// The width of the terminal, when it is one.
  public var width: Int?
  /// The working directory.
  public var directory: String
  /// Where the program itself lies; nil when that cannot be found out.
  public var program: String?
  /// Whether somebody asked to stop. The first question starts to listen.
  public var isInterrupted: () -> Bool
  /// Seconds of the wall clock since some moment. For progress, never for results.
  public var seconds: () -> Double
  /// Seconds that this process has had of a processor. For `bench`, which other work on the machine
  /// should not disturb.
  public var processorSeconds: () -> Double

  /// Makes a console.
  public init(
    write: @escaping ([UInt8]) -> Void, note: @escaping (String) -> Void,
    variable: @escaping (String) -> String? = { _ in nil }, isTerminal: Bool = false,
    notesAreTerminal: Bool = false, width: Int? = nil, directory: String = "/",
    program: String? = nil, isInterrupted: @escaping () -> Bool = { false },
    seconds: @escaping () -> Double = { 0 },
    processorSeconds: @escaping () -> Double = { 0 }
  ) {
    self.write = write
    self.note = note
    self.variable = variable
    self.isTerminal = isTerminal
    self.notesAreTerminal = notesAreTerminal
    self.width = width
    self.directory = directory
    self.program = program
    self.isInterrupted = isInterrupted
    self.seconds = seconds
    self.processorSeconds = processorSeconds
  }

  /// Writes a text to the result.
  func print(_ text: String) { write(Array(text.utf8)) }

  /// The layout for the result. Without a terminal a fixed width keeps it the same everywhere.
  func width(orElse other: Int = 100) -> Int {
    if let text = variable("COLUMNS"), let columns = Int(text), columns > 0 { return columns }
    return isTerminal ? width ?? other : other
  }

  /// Writes a file that the person has named.
  func save(_ bytes: [UInt8], to path: String) throws(Refusal) {
    if let reason = writeFile(bytes, to: path) {
      throw Refusal("cannot-write", "“\(path)” cannot be written: \(reason)")
    }
  }
}
