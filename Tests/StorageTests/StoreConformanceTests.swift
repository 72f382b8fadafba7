import Simulation
import Storage
import TestSupport
import Testing

/// The checks that every store must pass, on the one that is made of real libraries.
@Suite(.serialized) struct StoreConformanceTests {
  @Test(arguments: StoreCheck.all)
  func `the store on a disk does what every store does`(check: StoreCheck) throws {
    try DiskStore.exclusively {
      let store = try DiskStore()
      #expect(check.failures(of: store) == [])
      #expect(store.plantFailures == 0)
    }
  }
}
