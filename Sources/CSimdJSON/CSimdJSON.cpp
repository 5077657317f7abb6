#include "CSimdJSON.h"
#include "TokenCBOR.hpp"

#if __has_include(<simdjson.h>)
#include <simdjson.h>
#else
#error "libsimdjson-dev is missing. Debian and Ubuntu: apt-get install libsimdjson-dev. macOS: brew install simdjson."
#endif

#include <algorithm>
#include <cstring>
#include <memory>
#include <new>
#include <vector>

namespace dom = simdjson::dom;

namespace {

// The tape's words, as simdjson's doc/tape.md describes them: a letter in the top byte, a number below it.
constexpr unsigned letter_shift = 56;
constexpr uint64_t number_mask = (uint64_t(1) << letter_shift) - 1;
// A string of the tape lies behind its length.
constexpr size_t string_head = sizeof(uint32_t);

bool is_digit(uint8_t byte) { return byte >= '0' && byte <= '9'; }

bool is_number_byte(uint8_t byte) {
    return is_digit(byte) || byte == '-' || byte == '+' || byte == '.' || byte == 'e' || byte == 'E';
}

template <typename Word> Word load(const uint8_t *at) {
    Word word;
    std::memcpy(&word, at, sizeof word);
    return word;
}

// A number that is the same for equal keys and most often differs for others.
uint64_t mark_of_key(const uint8_t *key, size_t count) {
    uint64_t first = 0;
    uint64_t last = 0;
    if (count >= sizeof first) {
        first = load<uint64_t>(key);
        last = load<uint64_t>(key + count - sizeof last);
    } else if (count >= sizeof(uint32_t)) {
        first = load<uint32_t>(key);
        last = load<uint32_t>(key + count - sizeof(uint32_t));
    } else if (count > 0) {
        first = uint64_t(key[0]) | uint64_t(key[count / 2]) << 8 | uint64_t(key[count - 1]) << 16;
    }
    uint64_t mixed = (first ^ count) * 0x9E3779B97F4A7C15 ^ last * 0xC2B2AE3D27D4EB4F;
    return mixed ^ mixed >> 32;
}

struct key {
    uint64_t mark;
    const uint8_t *bytes;
    size_t count;
};

bool are_equal(const key &left, const key &right) {
    return left.count == right.count && std::memcmp(left.bytes, right.bytes, left.count) == 0;
}

bool precedes(const key &left, const key &right) {
    if (left.count != right.count) { return left.count < right.count; }
    return std::memcmp(left.bytes, right.bytes, left.count) < 0;
}

// A list or an object that is still open.
struct frame {
    // Keys of an object that are compared one by one; the keys of a larger one are sorted.
    static constexpr size_t few_keys = 64;

    // Its token.
    size_t token;
    uint32_t count;
    bool is_object;
    // Whether an object's next string is a key.
    bool wants_key;
    // The place of its first key among all that are kept.
    size_t first_key;
    // A bit for each mark of a key seen, most of which fall on different ones.
    uint64_t seen[4];
};

}

// simdjson's document interface checks the whole text. Its on-demand interface would show the spelling of
// numbers, but version 3.0.1 misreads long fractions and refuses some words that stand alone. What it makes,
// the tape, is read here word by word: that costs a third of what its iterators do.
struct travelog_json_reader {
    dom::parser parser;
    std::unique_ptr<uint8_t[]> buffer;
    size_t capacity = 0;
    std::vector<travelog_json_token> tokens;
    std::vector<frame> frames;
    std::vector<key> kept_keys;
    travelog_token_cbor cbor;
    travelog_json_limits limits = {};
    size_t keys = 0;
    size_t values = 0;
    size_t text_end = 0;
    // Whether a number was read that may be "-0" or too long: an integer that long was refused already.
    bool spelling_matters = false;

    // Each of these answers whether all is well.
    bool read(const uint8_t *bytes, size_t count);
    const uint8_t *text() const { return parser.doc.string_buf.get(); }

private:
    void fill(const uint8_t *bytes, size_t count);
    bool numbers_are_spelt_well() const;
    bool strings_are_whole() const;
    bool add_tape();
    bool add_key(size_t start, size_t count);
    bool keys_differ(const frame &object);
    bool open(bool is_object);
    bool close();

    void add(travelog_json_kind kind, uint64_t bits = 0, size_t count = 0) {
        tokens.push_back({static_cast<uint32_t>(kind), static_cast<uint32_t>(count), bits});
    }
};

// Copies the bytes into a buffer with the padding that simdjson reads beyond the end.
void travelog_json_reader::fill(const uint8_t *bytes, size_t count) {
    size_t needed = count + simdjson::SIMDJSON_PADDING;
    if (needed > capacity) {
        size_t grown = needed + needed / 2;
        buffer.reset();
        capacity = 0;
        buffer = std::unique_ptr<uint8_t[]>(new uint8_t[grown]);
        capacity = grown;
    }
    if (count > 0) { std::memcpy(buffer.get(), bytes, count); }
    std::memset(buffer.get() + count, 0, simdjson::SIMDJSON_PADDING);
}

bool travelog_json_reader::read(const uint8_t *bytes, size_t count) {
    tokens.clear();
    frames.clear();
    kept_keys.clear();
    keys = 0;
    values = 0;
    text_end = 0;
    spelling_matters = false;
    fill(bytes, count);
    simdjson::error_code error = parser.parse(buffer.get(), count, false).error();
    if (error == simdjson::MEMALLOC) { throw std::bad_alloc(); }
    if (error || !add_tape() || !strings_are_whole()) { return false; }
    return !spelling_matters || numbers_are_spelt_well();
}

// Whether no number has too many digits or is "-0", in a buffer that is valid JSON.
//
// simdjson has noted where each bracket, separator, string and other value begins.
bool travelog_json_reader::numbers_are_spelt_well() const {
    const uint32_t *starts = parser.implementation->structural_indexes.get();
    const uint32_t *end = starts + parser.implementation->n_structural_indexes;
    for (; starts < end; starts += 1) {
        const uint8_t *at = buffer.get() + *starts;
        if (*at != '-' && !is_digit(*at)) { continue; }
        const uint8_t *start = at;
        size_t digits = 0;
        // The zeros behind the text end the last number.
        for (; is_number_byte(*at); at += 1) { digits += is_digit(*at); }
        bool is_negative_zero = at - start == 2 && start[0] == '-' && start[1] == '0';
        if (digits > limits.maximum_digits || is_negative_zero) { return false; }
    }
    return true;
}

// Whether no string holds half of a surrogate pair, which only an escape can bring in.
bool travelog_json_reader::strings_are_whole() const {
    constexpr uint8_t lead = 0xED;
    if (text_end == 0 || std::memchr(text(), lead, text_end) == nullptr) { return true; }
    for (const travelog_json_token &token : tokens) {
        if (token.kind != TRAVELOG_JSON_STRING) { continue; }
        const uint8_t *at = text() + token.bits;
        const uint8_t *end = at + token.count;
        while ((at = static_cast<const uint8_t *>(std::memchr(at, lead, size_t(end - at)))) != nullptr) {
            if (at + 1 < end && at[1] >= 0xA0) { return false; }
            at += 1;
        }
    }
    return true;
}

bool travelog_json_reader::add_tape() {
    const uint64_t *tape = parser.doc.tape.get();
    // The first word and the last one stand for the document.
    size_t last = size_t(tape[0] & number_mask) - 1;
    for (size_t index = 1; index < last; index += 1) {
        uint64_t word = tape[index];
        uint8_t letter = uint8_t(word >> letter_shift);
        if (letter == ']' || letter == '}') {
            if (!close()) { return false; }
            continue;
        }
        if (letter == '"') {
            size_t start = size_t(word & number_mask) + string_head;
            uint32_t count;
            std::memcpy(&count, text() + start - string_head, sizeof count);
            text_end = start + count;
            add(TRAVELOG_JSON_STRING, start, count);
            if (!frames.empty() && frames.back().wants_key) {
                if (!add_key(start, count)) { return false; }
                continue;
            }
        }
        if (++values > limits.maximum_values) { return false; }
        if (!frames.empty()) {
            frame &around = frames.back();
            around.wants_key = around.is_object;
            around.count += 1;
        }
        switch (letter) {
        case '"': break;
        case '[': case '{':
            if (!open(letter == '{')) { return false; }
            break;
        case 'l':
            index += 1;
            spelling_matters = spelling_matters || tape[index] == 0;
            add(TRAVELOG_JSON_INTEGER, tape[index]);
            break;
        case 'u':
            index += 1;
            add(TRAVELOG_JSON_UNSIGNED, tape[index]);
            break;
        case 'd':
            index += 1;
            spelling_matters = true;
            add(TRAVELOG_JSON_REAL, tape[index]);
            break;
        case 't': add(TRAVELOG_JSON_TRUE); break;
        case 'f': add(TRAVELOG_JSON_FALSE); break;
        case 'n': add(TRAVELOG_JSON_NULL); break;
        // A kind of a later version, such as a number of any length, is none of ours.
        default: return false;
        }
    }
    return true;
}

bool travelog_json_reader::open(bool is_object) {
    if (frames.size() == limits.maximum_depth) { return false; }
    frames.push_back({tokens.size(), 0, is_object, is_object, kept_keys.size(), {0, 0, 0, 0}});
    add(is_object ? TRAVELOG_JSON_OBJECT : TRAVELOG_JSON_ARRAY);
    return true;
}

bool travelog_json_reader::close() {
    const frame &closing = frames.back();
    tokens[closing.token].count = closing.count;
    tokens[closing.token].bits = tokens.size();
    if (closing.is_object) {
        if (closing.count > frame::few_keys && !keys_differ(closing)) { return false; }
        kept_keys.resize(closing.first_key);
    }
    frames.pop_back();
    return true;
}

bool travelog_json_reader::add_key(size_t start, size_t count) {
    if (++keys > limits.maximum_keys) { return false; }
    frame &object = frames.back();
    object.wants_key = false;
    const uint8_t *bytes = text() + start;
    key added = {mark_of_key(bytes, count), bytes, count};
    size_t before = kept_keys.size() - object.first_key;
    if (before < frame::few_keys) {
        uint64_t bit = uint64_t(1) << (added.mark & 63);
        uint64_t &seen = object.seen[added.mark >> 6 & 3];
        if (seen & bit) {
            for (size_t index = object.first_key; index < kept_keys.size(); index += 1) {
                const key &known = kept_keys[index];
                if (known.mark == added.mark && are_equal(known, added)) { return false; }
            }
        }
        seen |= bit;
    }
    kept_keys.push_back(added);
    return true;
}

// Whether no two keys of a large object are the same; the order of its keys is lost.
bool travelog_json_reader::keys_differ(const frame &object) {
    auto first = kept_keys.begin() + ptrdiff_t(object.first_key);
    std::sort(first, kept_keys.end(), precedes);
    return std::adjacent_find(first, kept_keys.end(), are_equal) == kept_keys.end();
}

extern "C" travelog_json_reader *travelog_json_reader_create(void) {
    return new (std::nothrow) travelog_json_reader;
}

extern "C" void travelog_json_reader_destroy(travelog_json_reader *reader) { delete reader; }

extern "C" travelog_json_status travelog_json_read(
    travelog_json_reader *reader, const uint8_t *bytes, size_t count, travelog_json_limits limits,
    travelog_json_result *result) {
    try {
        reader->limits = limits;
        if (!reader->read(bytes, count)) { return TRAVELOG_JSON_REFUSED; }
    } catch (const std::bad_alloc &) {
        return TRAVELOG_JSON_OUT_OF_MEMORY;
    }
    *result = {reader->tokens.data(), reader->tokens.size(), reader->text(), reader->text_end};
    return TRAVELOG_JSON_OK;
}

extern "C" travelog_json_status travelog_json_encode(
    travelog_json_reader *reader, size_t token, travelog_json_bytes *result) {
    try {
        const std::vector<uint8_t> &bytes = reader->cbor.encode(reader->tokens.data(), reader->text(), token);
        *result = {bytes.data(), bytes.size()};
        return TRAVELOG_JSON_OK;
    } catch (const std::bad_alloc &) {
        return TRAVELOG_JSON_OUT_OF_MEMORY;
    }
}

extern "C" size_t travelog_json_line_length(const uint8_t *bytes, size_t count) {
    const void *found = count == 0 ? nullptr : std::memchr(bytes, '\n', count);
    return found == nullptr ? count : size_t(static_cast<const uint8_t *>(found) - bytes);
}
