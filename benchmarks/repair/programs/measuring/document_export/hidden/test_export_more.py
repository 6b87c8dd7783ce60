from export import HtmlExporter, export

EMPTY = {"title": "T", "blocks": []}


def test_whole_page():
    assert export(EMPTY, "html") == "<!doctype html>\n<title>T</title>\n<body>\n<h1>T</h1>\n</body>\n"


def test_whole_page_with_everything():
    assert export(EMPTY, "html", author="<me>", css="x") == (
        '<!doctype html>\n<title>T</title>\n<link rel="stylesheet" href="x">\n<body>\n'
        "<h1>T</h1>\n<p>by &lt;me&gt;</p>\n</body>\n"
    )


def test_twice():
    exporter = HtmlExporter(author="x")
    assert exporter.run(EMPTY) == exporter.run(EMPTY)
