"""QR codes, read back by code that shares nothing with the library that draws them."""

import pytest

from kit.qr_reading import read_qr
from miai.server.qr import qr


@pytest.mark.parametrize("length", [1, 14, 26, 42, 62, 84, 106])
def test_a_code_holds_its_text_at_every_size(length: int) -> None:
    text = ("http://192.168.1.20:8000/m/7kq2-m4xp-9trb?" * 3)[:length]
    assert read_qr(qr(text, "code")) == text


def test_a_code_is_black_on_white_and_says_what_it_is() -> None:
    svg = qr("https://example.org/p/open", 'the page of "Open" <&>')
    assert "<title>the page of" in svg
    assert "&lt;&amp;&gt;</title>" in svg
    assert 'role="img"' in svg
    assert 'fill="#fff" d="M0 0h' in svg
    # The policy of the pages allows no styles in attributes and no images from elsewhere.
    assert "style=" not in svg
    assert "data:" not in svg
