import Foundation

/// Archives that other programs wrote, in base 64.
enum RealArchives {
  /// `zip -X -r`, with an entry for the folder.
  static let infoZip = decoded(
    """
    UEsDBBQAAAAIAO+Lfl17zlTnIgAAADEAAAAHAAAAbG9nLnR4dDM0sDIAIT0DAwOF4pLEohKFxOLs1BQuQ4iEIVQi
    vwAqDgBQSwMECgAAAAAA74t+XQAAAAAAAAAAAAAAAAQAAABzdWIvUEsDBAoAAAAAAO+Lfl0Qt8I6EQAAABEAAAAR
    AAAAc3ViL3LDqXN1bcOpLnlhbWxhcHA6ICLDiWxhbiAxLjQiClBLAQIeAxQAAAAIAO+Lfl17zlTnIgAAADEAAAAH
    AAAAAAAAAAEAAACkgQAAAABsb2cudHh0UEsBAh4DCgAAAAAA74t+XQAAAAAAAAAAAAAAAAQAAAAAAAAAAAAQAO1B
    RwAAAHN1Yi9QSwECHgMKAAAAAADvi35dELfCOhEAAAARAAAAEQAAAAAAAAABAAAApIFpAAAAc3ViL3LDqXN1bcOp
    LnlhbWxQSwUGAAAAAAMAAwCmAAAAqQAAAAAA
    """)

  /// Python's zipfile, which marks names as UTF-8.
  static let python = decoded(
    """
    UEsDBBQAAAAIAIMYIlx7zlTnIgAAADEAAAAHAAAAbG9nLnR4dDM0sDIAIT0DAwOF4pLEohKFxOLs1BQuQ4iEIVQi
    vwAqDgBQSwMEFAAACAgAgxgiXBC3wjoTAAAAEQAAABEAAABzdWIvcsOpc3Vtw6kueWFtbEssKLBSUDrcmZOYp2Co
    Z6LEBQBQSwECFAMUAAAACACDGCJce85U5yIAAAAxAAAABwAAAAAAAAAAAAAAgAEAAAAAbG9nLnR4dFBLAQIUAxQA
    AAgIAIMYIlwQt8I6EwAAABEAAAARAAAAAAAAAAAAAACAAUcAAABzdWIvcsOpc3Vtw6kueWFtbFBLBQYAAAAAAgAC
    AHQAAACJAAAAAAA=
    """)

  /// `tar --format=pax | gzip -n9`.
  static let paxTar = decoded(
    """
    H4sIAAAAAAACA+2XXWqEMBSFfXYVYRYQc/NjdGDe+9gtpB1pS50qGsEuoUuZdbixxqlQx9KWKZjpjPdDMOQKUa/n
    xEOjW9PeZGabVXVEg1lgjljKw9kxPTOm5ee4nwcmQAekDTzQ1NZUbvlgmQhGjH3aZRvQacxUmqSMpixhOtFChK56
    /7Uqh2qAXDw0mn+Ng8SV+l7/0zEAKB4Q5VP/VVHYn677rT59uIvp/8j/8+KB2tae3/9BxYD+fzb/B+AcYqHQ/xfg
    /zOJ/hT9O7Ef659L7fTPfOp/of4PbM36g7p7Jv2rsMTUz9k2HAowFIpymEfJXJn+R/t/3dz9k/ynlcD9H/MfMr/+
    nehnzoB/yH9aCsx//vo/2gOqbl83u25PX80u9+P/IKb9l5yj/3uBJ6Q09nHz8R0cNT/EbLgU/59B9Kf8//Fp/lMg
    Ysx/PjBluSar7i03LwSoXKFwEQRBEARBEARBrpN34oqv4gAoAAA=
    """)

  /// `zip -P`, the old encryption.
  static let encrypted = decoded(
    """
    UEsDBBQACQAIAO+Lfl17zlTnLgAAADEAAAAHAAAAbG9nLnR4dPuPh9imzkjtATDV0dLHV9STch5EP7uxBodUcnU8
    ZSm+5Cbmo/dbbHN4lWtyt3ZQSwcIe85U5y4AAAAxAAAAUEsBAh4DFAAJAAgA74t+XXvOVOcuAAAAMQAAAAcAAAAA
    AAAAAQAAAKSBAAAAAGxvZy50eHRQSwUGAAAAAAEAAQA1AAAAYwAAAAAA
    """)

  /// Python's zipfile with LZMA.
  static let lzma = decoded(
    """
    UEsDBD8AAgAOAIMYIlx7zlTnMQAAADEAAAAHAAAAbG9nLnR4dAkEBQBdAACAAAAYjAOzO3g5ThbETuwZQU2gfbDx
    W9yh4yqXYy/bsnQylky3//3JsABQSwECPwM/AAIADgCDGCJce85U5zEAAAAxAAAABwAAAAAAAAAAAAAAgAEAAAAA
    bG9nLnR4dFBLBQYAAAAAAQABADUAAABWAAAAAAA=
    """)

  private static func decoded(_ text: String) -> [UInt8] {
    [UInt8](Data(base64Encoded: text, options: .ignoreUnknownCharacters) ?? Data())
  }
}
