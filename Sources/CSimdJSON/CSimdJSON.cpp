#include "CSimdJSON.h"

#if __has_include(<simdjson.h>)
#include <simdjson.h>
#else
#error "libsimdjson-dev is missing. Debian and Ubuntu: apt-get install libsimdjson-dev. macOS: brew install simdjson."
#endif

#include <cstring>
#include <memory>
#include <new>
#include <string_view>
#include <vector>

namespace dom = simdjson::dom;

namespace {

bool is_digit(uint8_t byte) { return byte >= '0' && byte <= '9'; }

bool is_number_byte(uint8_t byte) {
    return is_digit(byte) || byte == '-' || byte == '+' || byte == '.' || byte == 'e' || byte == 'E';
}

// What follows the valid string whose opening quote is at `start`.
const uint8_t *end_of_string(const uint8_t *start, const uint8_t *end) {
    const uint8_t *at = start + 1;
    while (true) {
        const void *found = std::memchr(at, '"', static_cast<size_t>(end - at));
        if (found == nullptr) { return end; }
        at = static_cast<const uint8_t *>(found) + 1;
        // The quote ends the string unless an odd number of backslashes stands before it.
        const uint8_t *before = at - 1;
        while (before[-1] == '\\') { before -= 1; }
        if ((at - 1 - before) % 2 == 0) { return at; }
    }
}

}

// simdjson's document interface checks the whole text. Its on-demand interface would show the spelling of
// numbers, but version 3.0.1 misreads long fractions and refuses some words that stand alone.
struct travelog_json_reader {
    dom::parser parser;
    std::unique_ptr<uint8_t[]> buffer;
    size_t capacity = 0;
    std::vector<travelog_json_token> tokens;
    std::vector<uint8_t> text;
    travelog_json_limits limits = {};
    size_t keys = 0;
    size_t values = 0;
    // Whether a number was read that may be "-0" or too long: an integer that long was refused already.
    bool spelling_matters = false;

    // Each of these answers whether all is well.
    bool read(const uint8_t *bytes, size_t count);

private:
    void fill(const uint8_t *bytes, size_t count);
    bool numbers_are_spelt_well(size_t count) const;
    bool add_value(dom::element value, size_t depth);
    bool add_array(dom::array array, size_t depth);
    bool add_object(dom::object object, size_t depth);

    bool add(travelog_json_kind kind, uint64_t bits = 0) {
        tokens.push_back({static_cast<uint32_t>(kind), 0, bits});
        return true;
    }

    bool add_string(std::string_view view) {
        tokens.push_back({TRAVELOG_JSON_STRING, static_cast<uint32_t>(view.size()), text.size()});
        text.insert(text.end(), view.begin(), view.end());
        return true;
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
    text.clear();
    keys = 0;
    values = 0;
    spelling_matters = false;
    fill(bytes, count);
    dom::element root;
    simdjson::error_code error = parser.parse(buffer.get(), count, false).get(root);
    if (error == simdjson::MEMALLOC) { throw std::bad_alloc(); }
    if (error || !add_value(root, 0)) { return false; }
    return !spelling_matters || numbers_are_spelt_well(count);
}

// Whether no number has too many digits or is "-0", in a buffer that is valid JSON.
bool travelog_json_reader::numbers_are_spelt_well(size_t count) const {
    const uint8_t *at = buffer.get();
    const uint8_t *end = at + count;
    while (at < end) {
        if (*at == '"') {
            at = end_of_string(at, end);
        } else if (*at == '-' || is_digit(*at)) {
            const uint8_t *start = at;
            size_t digits = 0;
            // The zeros behind the text end the last number.
            for (; is_number_byte(*at); at += 1) { digits += is_digit(*at); }
            bool is_negative_zero = at - start == 2 && start[0] == '-' && start[1] == '0';
            if (digits > limits.maximum_digits || is_negative_zero) { return false; }
        } else {
            at += 1;
        }
    }
    return true;
}

bool travelog_json_reader::add_value(dom::element value, size_t depth) {
    if (++values > limits.maximum_values) { return false; }
    switch (value.type()) {
    case dom::element_type::ARRAY:
        return depth < limits.maximum_depth && add_array(dom::array(value), depth + 1);
    case dom::element_type::OBJECT:
        return depth < limits.maximum_depth && add_object(dom::object(value), depth + 1);
    case dom::element_type::STRING:
        return add_string(std::string_view(value));
    case dom::element_type::INT64:
        spelling_matters = spelling_matters || int64_t(value) == 0;
        return add(TRAVELOG_JSON_INTEGER, static_cast<uint64_t>(int64_t(value)));
    case dom::element_type::UINT64:
        return add(TRAVELOG_JSON_UNSIGNED, uint64_t(value));
    case dom::element_type::DOUBLE: {
        spelling_matters = true;
        double real = double(value);
        uint64_t bits;
        std::memcpy(&bits, &real, sizeof bits);
        return add(TRAVELOG_JSON_REAL, bits);
    }
    case dom::element_type::BOOL:
        return add(bool(value) ? TRAVELOG_JSON_TRUE : TRAVELOG_JSON_FALSE);
    case dom::element_type::NULL_VALUE:
        return add(TRAVELOG_JSON_NULL);
    }
    // A kind of a later version, such as a number of any length, is none of ours.
    return false;
}

bool travelog_json_reader::add_array(dom::array array, size_t depth) {
    size_t start = tokens.size();
    add(TRAVELOG_JSON_ARRAY);
    uint32_t count = 0;
    for (dom::element element : array) {
        if (!add_value(element, depth)) { return false; }
        count += 1;
    }
    tokens[start].count = count;
    return true;
}

bool travelog_json_reader::add_object(dom::object object, size_t depth) {
    size_t start = tokens.size();
    add(TRAVELOG_JSON_OBJECT);
    uint32_t count = 0;
    for (dom::key_value_pair member : object) {
        if (++keys > limits.maximum_keys || !add_string(member.key)) { return false; }
        if (!add_value(member.value, depth)) { return false; }
        count += 1;
    }
    tokens[start].count = count;
    return true;
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
    *result = {
        reader->tokens.data(), reader->tokens.size(), reader->text.data(), reader->text.size()};
    return TRAVELOG_JSON_OK;
}
