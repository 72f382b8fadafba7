/// A list whose elements are looked at where they lie.
///
/// An array hands out copies, and a copy of a recording or of a request costs more than what is
/// mostly asked of it; here a field or a method of an element is read in its place.
struct Roster<Element: Sendable>: Sendable, RandomAccessCollection, MutableCollection,
  ExpressibleByArrayLiteral
{
  private var all: [Element]

  init(arrayLiteral elements: Element...) { all = elements }

  var startIndex: Int { 0 }
  var endIndex: Int { all.count }
  var indices: Range<Int> { 0..<all.count }

  subscript(n: Int) -> Element {
    @inline(__always) _read { yield all.span[n] }
    @inline(__always) _modify { yield &all[n] }
  }

  @inline(__always)
  mutating func append(_ element: Element) { all.append(element) }

  @discardableResult
  mutating func remove(at n: Int) -> Element { all.remove(at: n) }
}
