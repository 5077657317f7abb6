// Tokens of a sound document in deterministic CBOR (RFC 8949, section 4.2.1).
#ifndef TRAVELOG_TOKEN_CBOR_HPP
#define TRAVELOG_TOKEN_CBOR_HPP

#include "CSimdJSON.h"

#include <vector>

/// Writes values; its memory is kept for the next one.
class travelog_token_cbor {
public:
    /// The bytes of the value that begins with a token, valid until the next call.
    ///
    /// It recurses as deep as the document nests, which its reader has limited.
    const std::vector<uint8_t> &encode(
        const travelog_json_token *tokens, const uint8_t *text, size_t token);

private:
    // An entry of a map that is still open: its key, and where its bytes begin and end.
    struct entry {
        const uint8_t *key;
        size_t key_count;
        size_t start;
        size_t end;
    };

    const travelog_json_token *tokens = nullptr;
    const uint8_t *text = nullptr;
    std::vector<uint8_t> bytes;
    std::vector<uint8_t> moved;
    std::vector<entry> entries;

    static bool precedes(const entry &left, const entry &right);
    size_t write(size_t token);
    size_t write_list(size_t token);
    size_t write_map(size_t token);
    void sort_entries(size_t first);
    void write_head(uint8_t major, uint64_t argument);
    void write_number(uint8_t first, uint64_t number, unsigned width);
    void write_text(const travelog_json_token &token);
    void write_integer(int64_t value);
    void write_real(double value);
};

#endif
