"""Small documents of every kind, made in the tests."""

Placed = tuple[float, float, float, str]

BODY = [
    "A driver who finds a leak shall stop the truck and warn the control room within five minutes.",
    "The yard clerk shall keep the log for at least three years after the entry.",
    "The gate keeper shall write down each truck within ten minutes of its arrival at the yard.",
    "No person may open a tank that has not been vented by the crew for at least 30 minutes.",
    "The foreman must post the plan of the yard at each gate and replace it when it can no longer be read.",
]


def pdf(pages: list[list[Placed]]) -> bytes:
    """A PDF whose pages hold texts at (x, y, size, text); a text that begins with `*` is bold."""
    objects = [b"", b"", *(_font(name) for name in ("Helvetica", "Helvetica-Bold"))]
    kids = []
    for page in pages:
        stream = "\n".join(
            f"BT /F{2 if text.startswith('*') else 1} {size} Tf {x} {y} Td ({_escaped(text.lstrip('*'))}) Tj ET"
            for x, y, size, text in page
        ).encode("cp1252")
        objects.append(b"<</Length %d>>stream\n%s\nendstream" % (len(stream), stream))
        objects.append(
            b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents %d 0 R"
            b"/Resources<</Font<</F1 3 0 R/F2 4 0 R>>>>>>" % len(objects)
        )
        kids.append(b"%d 0 R" % len(objects))
    objects[0] = b"<</Type/Catalog/Pages 2 0 R>>"
    objects[1] = b"<</Type/Pages/Count %d/Kids[%s]>>" % (len(kids), b" ".join(kids))
    body, places = b"%PDF-1.4\n", []
    for number, content in enumerate(objects, 1):
        places.append(len(body))
        body += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    end = b"xref\n0 %d\n0000000000 65535 f \n%strailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n"
    return body + end % (len(objects) + 1, table, len(objects) + 1, len(body))


def lines(texts: list[str], top: float = 700, x: float = 72, size: float = 11) -> list[Placed]:
    """Texts as lines one below the other."""
    return [(x, top - 14 * place, size, text) for place, text in enumerate(texts)]


def html(body: str, head: str = "<title>Yard rules | Example Agency</title>") -> bytes:
    """A page with this head and body, as UTF-8."""
    return f"<!doctype html><html><head><meta charset=utf-8>{head}</head><body>{body}</body></html>".encode()


def paragraphs() -> str:
    """Enough English paragraphs for a document, as HTML."""
    return "".join(f"<p>{text}</p>" for text in BODY)


def _font(name: str) -> bytes:
    return b"<</Type/Font/Subtype/Type1/BaseFont/%s/Encoding/WinAnsiEncoding>>" % name.encode()


def _escaped(text: str) -> str:
    return text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
