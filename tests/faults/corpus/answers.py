"""Probe answers, addresses, and typed or pasted texts."""

PROBES: dict[str, bytes] = {
    "nothing": b"\0\0\n",
    "the proof": b'\0\x64\n{"proof":"proof","authorization":true,"path":true}',
    "the proof with another status": b'\x01\x8f\n{"proof":"proof","authorization":true,"path":true}',
    "a proof of half a pair": b'\0\x64\n{"proof":"\\ud800"}',
    "a proof that is a number": b'\0\x64\n{"proof":1e999}',
    "lists": b"\0\x64\n" + b"[" * 100_000,
    "digits": b"\0\x64\n" + b"9" * 5000,
    "no UTF-8": b"\0\x64\n\xff\xfe",
    "a redirect to nowhere": b"\0\xca\n",
    "a redirect to half an address": b"\0\xcahttp://[::1\n",
    "a redirect to no port": b"\0\xcahttp://a:99999999999/\n",
    "a redirect to a name of no word": b"\0\xcahttps://xn--ls8h.la/\n",
    "a redirect to a script": b"\0\xcajavascript:alert(1)\n",
    "a redirect of 70,000 characters": b"\0\xca/" + b"a" * 70_000 + b"\n",
    "a redirect in Latin-1": b"\0\xca/\xe9\xff\n",
    "ngrok's code": b"\x01\x30ERR_NGROK_3200\nERR_NGROK_99999",
    "Cloudflare": b"\x01\x30cloudflare\nerror code: 1033",
}
"""Answers to a probe: two bytes that make the status, a header's value, a line feed, the body."""

ADDRESSES: dict[str, bytes] = {
    # failed once
    "half a pair": b"\xed\xa0\x80",
    "half a pair in a path": b"https://fotos.mensajero.co/\xed\xbf\xbf.jpg",
    # others
    "nothing": b"",
    "NUL": b"https://a\0b/",
    "half an address": b"https://[::1",
    "an address of the future": b"https://[v1.a]/",
    "no port": b"https://a:99999999999/",
    "a port below 0": b"https://a:-1/",
    "a port in other digits": "https://a:١/".encode(),
    "a user": b"https://ana:Sesame@example.com/",
    "a name of no word": b"https://xn--ls8h.la/",
    "a name with a sign": "https://℀.example/".encode(),
    "dots": b"https://../",
    "a label of 64": b"https://" + b"a" * 64 + b".co/",
    "130 labels": b"https://" + b"a." * 130 + b"co/",
    "70,000 characters": b"https://a.co/" + b"x" * 70_000,
    "another scheme": b"file:///etc/passwd",
    "an address in hexadecimals": b"https://0x7f.1/",
    "percent": b"https://a.co/%zz%",
    "bytes that are no text": b"https://\xff\xfe/",
}
"""Addresses of photos and receivers."""

TYPED: dict[str, bytes] = {
    # failed once
    "half a pair": b"\xed\xa0\x80",
    "half a pair in a word": b"Nu\xed\xa0\xbdez 7400000000011",
    # others
    "nothing": b"",
    "NUL": b"a\0b \0",
    "quotes": b"\"a\" 'b' \"",
    "quotes within words": b"ab\"cd ab'cd \"abcd ab\"\"\"cd",
    "operators": b"AND OR NOT NEAR(a b,2) {a}: folded:x -a ^a a* (",
    "marks": b"?1 :match :word0 @a $b % _ ; -- /*",
    "short words": b"a bb c",
    "101 words": b" ".join(b"w%d" % nth for nth in range(101)),
    "10,000 words that are one": b"abc " * 10_000,
    "a word of 100 KB": b"x" * 100_000,
    "combining accents": "n\u0303 \u0301\u0301".encode(),
    "letters that grow": "ﬃ ß İ".encode(),
    "a phone": b"+57 306 555 0117",
    "a phone from abroad": b"0057 (306) 555-0117",
    "a phone in other digits": "٣٠٦٥٥٥٠١١٧".encode(),
    "forty plus signs": b"+" * 40 + b"3065550117",
    "a list": b"7400000000011,7400000000012;x\r\n\t\xe2\x80\xa8740",
    "a list of 10,000": b"\n".join(b"%d" % nth for nth in range(10_000)),
    "separators alone": b",;\n\t,;",
    "bytes that are no text": b"\xff\xfe 1",
}  # fmt: skip
"""What is typed or pasted."""
