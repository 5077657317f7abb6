"""Reads signed checkpoints and proofs with nothing but Python's own library.

Written from the public descriptions (RFC 8032, RFC 6962, C2SP signed-note, tlog-checkpoint, tlog-proof), so that
what the project writes is read by something that shares no code with it.

  verify_notes.py checkpoint FILE VERIFIER         prints SIZE:ROOT
  verify_notes.py proof FILE VERIFIER LEAF-HEX     prints POSITION under SIZE:ROOT
"""

import base64
import hashlib
import sys

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P


def recover_x(y, sign):
    if y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * pow(2, (P - 1) // 4, P) % P
    if (x * x - square) % P or (x == 0 and sign):
        return None
    return P - x if x % 2 != sign else x


def point(encoded):
    number = int.from_bytes(encoded, "little")
    sign, y = number >> 255, number & ((1 << 255) - 1)
    x = recover_x(y, sign)
    return None if x is None else (x, y, 1, x * y % P)


def add(a, b):
    e = (a[1] - a[0]) * (b[1] - b[0]) % P
    f = (a[1] + a[0]) * (b[1] + b[0]) % P
    g, h = 2 * a[3] * b[3] * D % P, 2 * a[2] * b[2] % P
    w, x, y, z = f - e, h - g, h + g, f + e
    return (w * x % P, y * z % P, x * y % P, w * z % P)


def times(scalar, a):
    total = (0, 1, 1, 0)
    while scalar:
        if scalar & 1:
            total = add(total, a)
        a, scalar = add(a, a), scalar >> 1
    return total


def same(a, b):
    return (a[0] * b[2] - b[0] * a[2]) % P == 0 and (a[1] * b[2] - b[1] * a[2]) % P == 0


BASE = point((4 * pow(5, P - 2, P) % P).to_bytes(32, "little"))


def is_signed(key, message, signature):
    a, r = point(key), point(signature[:32])
    s = int.from_bytes(signature[32:], "little")
    if len(signature) != 64 or a is None or r is None or s >= L:
        return False
    k = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), "little") % L
    return same(times(s, BASE), add(r, times(k, a)))


def open_note(data, verifier):
    name, key_id, encoded = verifier.split("+", 2)
    blob = base64.b64decode(encoded, validate=True)
    assert blob[0] == 1 and len(blob) == 33, "not an Ed25519 key"
    expected = hashlib.sha256(name.encode() + b"\n" + blob).digest()[:4]
    assert expected.hex() == key_id, "the key's id does not fit"
    text, signatures = data.rsplit(b"\n\n", 1)
    text += b"\n"
    for line in signatures.decode().splitlines():
        dash, signer, encoded = line.split(" ")
        signature = base64.b64decode(encoded, validate=True)
        if dash == "\u2014" and signer == name and signature[:4] == expected:
            assert is_signed(blob[1:], text, signature[4:]), "bad signature"
            return text.decode()
    raise AssertionError("not signed by this key")


def checkpoint(text):
    origin, size, root = text.split("\n")[:3]
    assert origin
    return int(size), base64.b64decode(root, validate=True)


def root_from(index, size, leaf, path):
    """RFC 9162, section 2.1.3.2."""
    number, last, digest = index, size - 1, leaf
    for other in path:
        assert last > 0, "too many digests"
        if number % 2 or number == last:
            digest = hashlib.sha256(b"\x01" + other + digest).digest()
            while number % 2 == 0 and number:
                number, last = number >> 1, last >> 1
        else:
            digest = hashlib.sha256(b"\x01" + digest + other).digest()
        number, last = number >> 1, last >> 1
    assert last == 0, "too few digests"
    return digest


def main(what, path, verifier, leaf=None):
    data = open(path, "rb").read()
    if what == "checkpoint":
        size, root = checkpoint(open_note(data, verifier))
        print(f"{size}:{root.hex()}")
        return
    head, note = data.split(b"\n\n", 1)
    lines = head.decode().split("\n")
    assert lines[0] == "c2sp.org/tlog-proof@v1" and lines[1].startswith("index ")
    index = int(lines[1][6:])
    path = [base64.b64decode(line, validate=True) for line in lines[2:]]
    size, root = checkpoint(open_note(note, verifier))
    assert index < size and root_from(index, size, bytes.fromhex(leaf), path) == root, "not proved"
    print(f"{index + 1} under {size}:{root.hex()}")


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except (AssertionError, ValueError, IndexError) as error:
        print(f"refused: {error}")
        sys.exit(1)
