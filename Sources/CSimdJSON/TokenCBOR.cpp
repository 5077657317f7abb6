#include "TokenCBOR.hpp"

#include <algorithm>
#include <cstring>

namespace {

// The major types of RFC 8949, section 3.1, in the upper three bits of an item's first byte.
constexpr uint8_t major_unsigned = 0 << 5;
constexpr uint8_t major_negative = 1 << 5;
constexpr uint8_t major_text = 3 << 5;
constexpr uint8_t major_list = 4 << 5;
constexpr uint8_t major_map = 5 << 5;
constexpr uint8_t major_simple = 7 << 5;

// What stands in the lower five bits.
constexpr uint8_t simple_false = 20;
constexpr uint8_t simple_true = 21;
constexpr uint8_t simple_null = 22;
constexpr uint8_t one_byte = 24;
constexpr uint8_t two_bytes = 25;
constexpr uint8_t four_bytes = 26;
constexpr uint8_t eight_bytes = 27;

// The half that is exactly the finite `value`; false where there is none.
bool half_of(float value, uint16_t &half) {
    uint32_t single;
    std::memcpy(&single, &value, sizeof single);
    uint16_t sign = uint16_t(single >> 16 & 0x8000);
    int exponent = int(single >> 23 & 0xFF) - 127;
    uint32_t fraction = single & 0x7FFFFF;
    if (value == 0) {
        half = sign;
        return true;
    }
    if (exponent >= -14 && exponent <= 15) {
        half = uint16_t(sign | (exponent + 15) << 10 | int(fraction >> 13));
        return (fraction & 0x1FFF) == 0;
    }
    // Below 2^-14 a half counts in steps of 2^-24.
    if (exponent < -24 || exponent >= -14) { return false; }
    uint32_t whole = fraction | 0x800000;
    unsigned shift = unsigned(-1 - exponent);
    half = uint16_t(sign | whole >> shift);
    return (whole & ((uint32_t(1) << shift) - 1)) == 0;
}

}

const std::vector<uint8_t> &travelog_token_cbor::encode(
    const travelog_json_token *tokens, const uint8_t *text, size_t token) {
    this->tokens = tokens;
    this->text = text;
    bytes.clear();
    entries.clear();
    write(token);
    return bytes;
}

// Each of these gives the number of the token behind the value.
size_t travelog_token_cbor::write(size_t index) {
    const travelog_json_token &token = tokens[index];
    switch (token.kind) {
    case TRAVELOG_JSON_FALSE: bytes.push_back(major_simple | simple_false); break;
    case TRAVELOG_JSON_TRUE: bytes.push_back(major_simple | simple_true); break;
    case TRAVELOG_JSON_INTEGER: write_integer(int64_t(token.bits)); break;
    case TRAVELOG_JSON_UNSIGNED: write_head(major_unsigned, token.bits); break;
    case TRAVELOG_JSON_REAL: {
        double value;
        std::memcpy(&value, &token.bits, sizeof value);
        write_real(value);
        break;
    }
    case TRAVELOG_JSON_STRING: write_text(token); break;
    case TRAVELOG_JSON_ARRAY: return write_list(index);
    case TRAVELOG_JSON_OBJECT: return write_map(index);
    default: bytes.push_back(major_simple | simple_null); break;
    }
    return index + 1;
}

size_t travelog_token_cbor::write_list(size_t index) {
    uint32_t count = tokens[index].count;
    write_head(major_list, count);
    index += 1;
    for (uint32_t done = 0; done < count; done += 1) { index = write(index); }
    return index;
}

size_t travelog_token_cbor::write_map(size_t index) {
    uint32_t count = tokens[index].count;
    write_head(major_map, count);
    index += 1;
    size_t first = entries.size();
    bool is_sorted = true;
    for (uint32_t done = 0; done < count; done += 1) {
        const travelog_json_token &key = tokens[index];
        entries.push_back({text + key.bits, key.count, bytes.size(), 0});
        write_text(key);
        index = write(index + 1);
        entries.back().end = bytes.size();
        size_t last = entries.size() - 1;
        if (last > first && !precedes(entries[last - 1], entries[last])) { is_sorted = false; }
    }
    if (!is_sorted) { sort_entries(first); }
    entries.resize(first);
    return index;
}

// Puts the entries of the map that closes in order, which no two have the same key.
void travelog_token_cbor::sort_entries(size_t first) {
    size_t start = entries[first].start;
    std::sort(entries.begin() + ptrdiff_t(first), entries.end(), precedes);
    moved.clear();
    for (size_t index = first; index < entries.size(); index += 1) {
        const entry &entry = entries[index];
        moved.insert(
            moved.end(), bytes.begin() + ptrdiff_t(entry.start), bytes.begin() + ptrdiff_t(entry.end));
    }
    std::copy(moved.begin(), moved.end(), bytes.begin() + ptrdiff_t(start));
}

// Whether the left key stands before the right one: by length, then by bytes.
bool travelog_token_cbor::precedes(const entry &left, const entry &right) {
    if (left.key_count != right.key_count) { return left.key_count < right.key_count; }
    return std::memcmp(left.key, right.key, left.key_count) < 0;
}

void travelog_token_cbor::write_head(uint8_t major, uint64_t argument) {
    if (argument < one_byte) {
        bytes.push_back(uint8_t(major | argument));
    } else if (argument <= UINT8_MAX) {
        write_number(major | one_byte, argument, 1);
    } else if (argument <= UINT16_MAX) {
        write_number(major | two_bytes, argument, 2);
    } else if (argument <= UINT32_MAX) {
        write_number(major | four_bytes, argument, 4);
    } else {
        write_number(major | eight_bytes, argument, 8);
    }
}

// A first byte and the number behind it, most significant byte first.
void travelog_token_cbor::write_number(uint8_t first, uint64_t number, unsigned width) {
    uint8_t head[9] = {first};
    for (unsigned index = 0; index < width; index += 1) {
        head[1 + index] = uint8_t(number >> 8 * (width - 1 - index));
    }
    bytes.insert(bytes.end(), head, head + 1 + width);
}

void travelog_token_cbor::write_text(const travelog_json_token &token) {
    write_head(major_text, token.count);
    const uint8_t *start = text + token.bits;
    bytes.insert(bytes.end(), start, start + token.count);
}

void travelog_token_cbor::write_integer(int64_t value) {
    if (value >= 0) {
        write_head(major_unsigned, uint64_t(value));
    } else {
        write_head(major_negative, uint64_t(-1 - value));
    }
}

// A finite number as the shortest float that keeps it.
void travelog_token_cbor::write_real(double value) {
    uint64_t bits;
    std::memcpy(&bits, &value, sizeof bits);
    // Beyond the largest single the conversion has no defined result.
    bool may_be_single = value >= -3.4028234663852886e38 && value <= 3.4028234663852886e38;
    float single = may_be_single ? float(value) : 0;
    if (!may_be_single || double(single) != value) {
        return write_number(major_simple | eight_bytes, bits, 8);
    }
    uint16_t half;
    if (half_of(single, half)) { return write_number(major_simple | two_bytes, half, 2); }
    uint32_t single_bits;
    std::memcpy(&single_bits, &single, sizeof single_bits);
    write_number(major_simple | four_bytes, single_bits, 4);
}
