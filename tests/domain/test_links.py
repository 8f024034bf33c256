"""Links to other programs carry any text."""

from app.domain.phones import Phone, chat_link, dialling_link, mail_link

PHONE = Phone("+584125550134", "+58 412-5550134", "4125550134")


def test_a_number_of_any_country_is_dialled_and_written_to() -> None:
    assert dialling_link(PHONE) == "tel:+584125550134"
    assert chat_link("¿Qué & cuándo? #1\n\ud800", PHONE) == (
        "https://wa.me/584125550134?text=%C2%BFQu%C3%A9%20%26%20cu%C3%A1ndo%3F%20%231%0A%EF%BF%BD"
    )
    assert chat_link("", PHONE) == "https://wa.me/584125550134"


def test_a_text_without_a_number_goes_to_a_chat_that_the_user_chooses_or_into_a_mail() -> None:
    assert chat_link("a/b") == "https://wa.me/?text=a%2Fb"
    assert mail_link("Fin & turno", "1\n2") == "mailto:?subject=Fin%20%26%20turno&body=1%0D%0A2"
    assert mail_link("Fin") == "mailto:?subject=Fin"
