from app.photos.photo import is_example


def test_names_set_aside_for_examples_are_known() -> None:
    assert all(map(is_example, ("example.com", "fotos.example.com.", "FOTOS.EXAMPLE", "a.test", "x.invalid")))
    assert not any(map(is_example, ("example.co", "myexample.com", "fotos.mensajero.co", "contest")))
