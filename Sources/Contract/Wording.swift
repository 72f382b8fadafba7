// What people read, in every language, as data: sentences about what happened, and the line about
// a live transcript. None has a number, a code or a word of a protocol, and each that names a
// trouble says what is kept or what to look at next (clauses SURFACE.no-raw-codes,
// SURFACE.every-language, RELAY.no-raw-wire-text).
//
// Neither judge nor engines read the second language; apps take their strings from here.

/// A language that apps and keyboards speak.
public enum Language: UInt8, CaseIterable, Hashable, Sendable {
  case english
  /// Chinese in traditional characters, as it is written in Taiwan.
  case traditionalChinese

  /// Its tag, as catalogs of strings name it.
  public var tag: String {
    switch self {
    case .english: "en"
    case .traditionalChinese: "zh-Hant"
    }
  }
}

extension Topic {
  /// The words in a language.
  public func words(in language: Language) -> String {
    switch language {
    case .english: words
    case .traditionalChinese: traditionalChinese
    }
  }

  private var traditionalChinese: String {
    switch self {
    case .microphoneFailed: "無法使用麥克風。請確認沒有其他 App 正在使用它。"
    case .microphoneLost: "麥克風已中斷連接。請重新接上後再錄一次。"
    case .permissionMissing: "尚未允許使用麥克風。請到系統的隱私權設定中開啟。"
    case .microphoneSilent: "麥克風沒有聲音。請檢查是否已靜音。"
    case .captureLimitReached: "已達錄音長度上限，錄音已正常結束。"
    case .recorderDidNotFinish: "麥克風未能及時結束。已錄到的內容會以「未完成」保留。"
    case .partialKept: "錄音提前結束。已錄到的內容會以「未完成」保留。"
    case .storageFailed: "儲存失敗，這份內容未能存下。請檢查磁碟。"
    case .storageFull: "儲存空間已滿。請先清出一些空間再試一次。"
    case .historyNotUpdated: "無法更新記錄。音訊已保留，下次啟動時會再提供。"
    case .deviceLocked: "儲存區已鎖定。請先解鎖裝置再試一次。"
    case .deleteFailed: "無法刪除這段錄音，它仍在記錄中。"
    case .requestRefused: "服務拒絕了這項請求。請在設定中檢查模型與語言。"
    case .accessRefused: "服務拒絕存取。請在設定中檢查帳號或金鑰。"
    case .serviceBusy: "服務目前忙碌。你的音訊已保留，請稍後再試。"
    case .networkFailed: "連線失敗。你的音訊已保留，恢復連線後請再試一次。"
    case .answerUnusable: "服務傳回的內容無法使用。你的音訊已保留。"
    case .audioTooLarge: "這項服務不接受任何長度的音訊。請在設定中改用其他服務。"
    case .partWithoutText: "錄音中有一段沒有辨識出文字。在那之前的內容都已保留。"
    case .noSpeech: "沒有聽到說話聲。錄音已保留。"
    case .exportFailed: "無法準備音訊。錄音已保留，請再試一次。"
    case .localEngineFailed: "裝置上的語音辨識失敗。錄音已保留，請再試一次。"
    case .tookTooLong: "辨識花了太久，已經停止。請再試一次。"
    case .interruptedWork: "App 在處理途中被關閉。錄音已保留，請再試一次。"
    case .audioRecovered: "找到一段沒有登記的錄音，已放回記錄中。"
    case .damagedEntry: "記錄中有一筆資料損毀，已另外存放。其他資料都沒有問題。"
    case .historySetAside: "無法開啟記錄。原本的記錄已原封不動移到一旁，並建立了新的記錄。"
    case .historyUnavailable: "目前無法使用記錄。你仍可錄音，內容不會遺失。"
    case .textHeld: "原本的輸入欄位已不在，文字先放在記錄中等你取用。"
    case .deliveryFailed: "無法輸入文字。請從記錄中拷貝。"
    case .deliveryUnconfirmed: "文字可能沒有輸入成功。再次輸入前請先看一下。"
    case .cleanupSkipped: "顯示的是辨識出的原文，尚未經過整理。"
    case .liveStopped: "即時文字已停止。錄音仍在進行，結束後會轉成逐字稿。"
    case .liveQuota: "即時文字已停止：這個帳號的時數已用完。錄音仍在進行，請查看你的方案。"
    case .liveRefused: "即時文字已停止：帳號未通過驗證。錄音仍在進行，請重新登入。"
    case .liveHasGaps: "即時文字有缺漏。錄音是完整的，之後的逐字稿會補上。"
    case .dictationStopped: "連線中斷了。剛才說的內容都已輸入，恢復連線後可以再次聽寫。"
    case .dictationQuota: "這個帳號的時數已用完。剛才說的內容都已輸入，請查看你的方案。"
    case .dictationRefused: "帳號未通過驗證。剛才說的內容都已輸入，請重新登入。"
    }
  }
}

/// The same sentence in every language.
public struct Wording: Hashable, Sendable {
  /// In English.
  public var english: String
  /// In traditional Chinese.
  public var traditionalChinese: String

  /// Makes a sentence.
  public init(_ english: String, _ traditionalChinese: String) {
    self.english = english
    self.traditionalChinese = traditionalChinese
  }

  /// The sentence in a language.
  public subscript(language: Language) -> String {
    switch language {
    case .english: english
    case .traditionalChinese: traditionalChinese
    }
  }
}

extension LiveKind {
  /// What the line about the live transcript says, on the screen of a meeting or a dictation; nil
  /// where there is no line, because nothing is live or nothing is going on.
  ///
  /// An error is an ended dictation. A meeting whose live transcript is over still records, and
  /// says so.
  public func line(_ indicator: Indicator) -> Wording? {
    switch self {
    case .none: nil
    case .meeting: Self.meetingLine(indicator)
    case .dictation: Self.dictationLine(indicator)
    }
  }

  private static func meetingLine(_ indicator: Indicator) -> Wording? {
    switch indicator {
    case .idle: nil
    case .recording: Wording("Recording. Live text is on its way.", "正在錄音，即時文字即將開始。")
    case .processing: Wording("Finishing the last sentences…", "正在整理最後幾句…")
    case .live: Wording("Live text is on.", "即時文字進行中。")
    case .reconnecting:
      Wording(
        "Reconnecting live text… The meeting is still being recorded and what is said is kept.",
        "即時文字重新連線中…會議持續錄音，說過的話都會保留。")
    case .liveOver:
      Wording(
        "Live text has ended. The recording runs on and will be transcribed afterwards.",
        "即時文字已結束。錄音仍在進行，之後會轉成逐字稿。")
    case .error:
      Wording(
        "The recording has ended. What was captured is in History.",
        "錄音已結束。已錄到的內容在記錄中。")
    }
  }

  private static func dictationLine(_ indicator: Indicator) -> Wording? {
    switch indicator {
    case .idle: nil
    case .recording: Wording("Listening. You can start talking.", "正在聆聽，可以開始說了。")
    case .processing: Wording("Typing the last words…", "正在輸入最後幾個字…")
    case .live: Wording("Your words are typed as you speak.", "邊說邊輸入。")
    case .reconnecting:
      Wording(
        "Reconnecting… Go on talking: what you say meanwhile is kept.",
        "重新連線中…請繼續說，這段時間說的話都會保留。")
    case .liveOver:
      Wording(
        "Dictation has ended. Everything you said has been typed.", "聽寫已結束，說過的話都已輸入。")
    case .error:
      Wording(
        "Dictation has stopped. What you said until then has been typed.",
        "聽寫已停止。在那之前說的話都已輸入。")
    }
  }
}

extension Indicator {
  /// The caption above the keys of a keyboard while something is live, short enough for one line;
  /// nil where the keyboard shows no caption. The text that is shown already stays under it.
  public var keyboardCaption: Wording? {
    switch self {
    case .idle: nil
    case .recording: Wording("Listening…", "聆聽中…")
    case .processing: Wording("Typing the last words…", "正在輸入最後幾個字…")
    case .live: Wording("Typing as you speak", "邊說邊輸入")
    case .reconnecting: Wording("Reconnecting… go on, it is kept", "重新連線中…請繼續說，內容會保留")
    case .liveOver: Wording("Dictation has ended", "聽寫已結束")
    case .error: Wording("Stopped. Your words so far are typed", "已停止，先前說的話已輸入")
    }
  }
}
