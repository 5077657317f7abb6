/// Pages that were read lately: one for each place, which the lowest bits of its number choose.
///
/// No dictionary: its first use costs a short command as much as reading twenty pages.
struct PageCache {
    /// Pages that are kept, at most; a power of two.
    private static let most = 256

    /// For each place, where its page stands in `pages`, counted from 1; 0 where it has none.
    private var places: [UInt16] = []
    private var pages: [Page] = []

    /// The page of that number, where it is kept.
    func page(_ number: UInt64) -> Page? {
        guard !places.isEmpty else { return nil }
        let index = Int(places[Self.place(number)])
        guard index > 0, pages[index - 1].number == number else { return nil }
        return pages[index - 1]
    }

    /// Keeps a page instead of the one that had its place.
    mutating func keep(_ page: Page) {
        if places.isEmpty { places = [UInt16](repeating: 0, count: Self.most) }
        let place = Self.place(page.number)
        let index = Int(places[place])
        if index > 0 {
            pages[index - 1] = page
        } else {
            pages.append(page)
            places[place] = UInt16(pages.count)
        }
    }

    private static func place(_ number: UInt64) -> Int { Int(number % UInt64(most)) }
}
