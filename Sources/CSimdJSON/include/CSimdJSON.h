// One JSON document read by simdjson into flat tokens: C++ behind a C interface.
//
// The reader is strict where simdjson is not: it refuses "-0", numbers of too many digits, integers beyond
// 64 bits, keys that stand twice in an object, halves of surrogate pairs, and texts beyond the limits below.
// It answers only yes or no; the caller finds the place of a fault.
#ifndef TRAVELOG_CSIMDJSON_H
#define TRAVELOG_CSIMDJSON_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// What a token stands for.
enum travelog_json_kind {
    TRAVELOG_JSON_NULL = 0,
    TRAVELOG_JSON_FALSE = 1,
    TRAVELOG_JSON_TRUE = 2,
    /// `bits` is an int64_t.
    TRAVELOG_JSON_INTEGER = 3,
    /// `bits` is a uint64_t above INT64_MAX.
    TRAVELOG_JSON_UNSIGNED = 4,
    /// `bits` is a double.
    TRAVELOG_JSON_REAL = 5,
    /// `bits` is the offset in the result's text, `count` the number of bytes there, which are UTF-8.
    TRAVELOG_JSON_STRING = 6,
    /// `count` elements follow; `bits` is the number of the token behind the last one.
    TRAVELOG_JSON_ARRAY = 7,
    /// `count` pairs of a string and a value follow, no two strings the same; `bits` as above.
    TRAVELOG_JSON_OBJECT = 8,
};

typedef struct {
    uint32_t kind;
    uint32_t count;
    uint64_t bits;
} travelog_json_token;

typedef struct {
    /// Brackets that may be open at one time.
    size_t maximum_depth;
    /// Keys in the whole document.
    size_t maximum_keys;
    /// Values in the whole document, containers included.
    size_t maximum_values;
    /// Digits in one number, those of its exponent included.
    size_t maximum_digits;
} travelog_json_limits;

/// What a reader found; the memory is the reader's and lasts until its next use.
typedef struct {
    const travelog_json_token *tokens;
    size_t token_count;
    const uint8_t *text;
    size_t text_count;
} travelog_json_result;

enum travelog_json_status {
    TRAVELOG_JSON_OK = 0,
    TRAVELOG_JSON_REFUSED = 1,
    TRAVELOG_JSON_OUT_OF_MEMORY = 2,
};

typedef struct travelog_json_reader travelog_json_reader;

/// A reader, or NULL when memory is short.
travelog_json_reader *travelog_json_reader_create(void);

void travelog_json_reader_destroy(travelog_json_reader *reader);

/// Reads the one document in `bytes`, which are copied: no padding is asked of the caller.
enum travelog_json_status travelog_json_read(
    travelog_json_reader *reader, const uint8_t *bytes, size_t count, travelog_json_limits limits,
    travelog_json_result *result);

/// Bytes that are the reader's and last until its next use.
typedef struct {
    const uint8_t *bytes;
    size_t count;
} travelog_json_bytes;

/// The value that begins with a token of the document read last, in deterministic CBOR.
enum travelog_json_status travelog_json_encode(
    travelog_json_reader *reader, size_t token, travelog_json_bytes *result);

/// The number of bytes before the first line feed; `count` where there is none.
size_t travelog_json_line_length(const uint8_t *bytes, size_t count);

#ifdef __cplusplus
}
#endif

#endif
