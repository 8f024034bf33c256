"""Contents and senders of parcels: fictional shops and their products."""

from dataclasses import dataclass
from datetime import date, timedelta

from app.demo.world.numbering import RandomSource
from app.demo.world.people import Party


@dataclass(frozen=True, slots=True)
class Product:
    """A product; weight in kg, dimensions in cm, price in pesos."""

    description: str
    weight: str
    width: str
    height: str
    length: str
    price: int


@dataclass(frozen=True, slots=True)
class Sender:
    """A shop: `seller_id` is set if it sells on the marketplace, `channel` if the operator handles its parcels.

    One with neither sends its parcels from a warehouse, in the third flow.
    """

    party: Party
    address: str
    products: tuple[Product, ...]
    seller_id: str = ""
    channel: str = ""

    @property
    def has_value_inside(self) -> bool:
        """Whether its flow sends the declared value in `dinamicouno` as well."""
        return bool(self.seller_id or self.channel)


@dataclass(frozen=True, slots=True)
class Order:
    """An order at one shop."""

    sender: Sender
    products: tuple[Product, ...]
    promised: date

    @property
    def value(self) -> int:
        """Sum of the prices."""
        return sum(product.price for product in self.products)


def order_for(day: date, rng: RandomSource) -> Order:
    """Return an order to deliver on that day, mostly promised for it."""
    sender = rng.choice(rng.choice(_FLOWS))
    products = tuple(rng.choice(sender.products) for _ in range(rng.choice(_PRODUCTS_IN_ONE)))
    return Order(sender, products, day + timedelta(days=rng.choice(_DAYS_LEFT)))


_PRODUCTS_IN_ONE = (1, 1, 1, 1, 1, 2, 2, 3)
_DAYS_LEFT = (0, 0, 0, 0, 0, 0, 0, 1, 1, -1)

_HOME = (
    Product("Olla exprés de aluminio 6 L", "2.80", "26", "22", "38", 184_900),
    Product("Juego de sábanas doble 144 hilos", "1.40", "30", "10", "40", 129_900),
    Product("Cafetera de émbolo 1 L", "0.98", "12", "24", "18", 98_500),
    Product("Cobija térmica para bebé", "0.55", "28", "8", "30", 74_900),
    Product("Silla ergonómica de oficina", "13.50", "62", "34", "64", 689_900),
    Product("Repuesto de filtro de agua", "0.20", "6", "6", "25", 33_500),
)
_ELECTRONICS = (
    Product("Audífonos inalámbricos con estuche", "0.35", "12", "6", "15", 159_900),
    Product('Televisor 50" 4K', "11.20", "122", "76", "15", 1_749_900),
    Product("Celular 128 GB, doble SIM", "0.42", "10", "7", "18", 899_000),
    Product("Bombillo LED 9 W, caja x 10", "0.80", "14", "12", "30", 45_000),
)
_SHOES = (
    Product("Tenis urbanos talla 38 color café", "0.95", "21", "12", "33", 219_900),
    Product("Botas de cuero talla 42", "1.60", "26", "14", "36", 329_900),
    Product("Sandalias para niña talla 27", "0.40", "16", "9", "24", 79_900),
)
_BOOKS = (
    Product("Libro: Cuentos del páramo, tapa dura", "0.62", "15", "3", "23", 64_000),
    Product("Cuadernos argollados x 5", "1.15", "21", "6", "28", 48_900),
    Product("Rompecabezas 1.000 piezas", "0.85", "27", "6", "37", 92_000),
)
_GROCERIES = (
    Product("Mercado básico: arroz, panela, chocolate y café", "8.75", "40", "30", "40", 142_300),
    Product("Arepas de maíz peto x 20", "2.10", "22", "12", "30", 38_600),
    Product("Café de origen 500 g", "0.53", "10", "22", "8", 42_000),
)
_COSMETICS = (
    Product("Crema hidratante de guayaba 250 ml", "0.31", "7", "18", "7", 38_900),
    Product("Champú sin sal 400 ml", "0.45", "8", "20", "6", 31_900),
    Product("Perfume floral 100 ml", "0.38", "9", "14", "9", 189_000),
)


def _sender(
    name: str, document: str, phone: str, mail: str, address: str, products: tuple[Product, ...], **flow: str
) -> Sender:
    return Sender(Party(name, "NI", document, phone, mail), address, products, **flow)


_MARKETPLACE = (
    _sender("Almacén El Colibrí Azul S.A.S.", "999100201-4", "6015550110", "despachos@colibriazul.example",
            "Calle 17 # 68B-41, Bodega 3, Bogotá", _HOME + _ELECTRONICS, seller_id="SEL-10482"),
    _sender("Tecnofrailejón S.A.S.", "999100355-1", "6015550121", "envios@tecnofrailejon.example",
            "Autopista Medellín km 3,5, Bodega 28, Cota", _ELECTRONICS, seller_id="SEL-11907"),
    _sender("Zapatería Huella Ñoña Ltda.", "999100418-9", "6015550134", "pedidos@huellanona.example",
            "Carrera 24 # 16-22 Sur, Bogotá", _SHOES, seller_id="SEL-12033"),
    _sender("Librería La Ardilla Lectora", "999100562-7", "6015550148", "hola@ardillalectora.example",
            "Calle 45 # 21-18, Bogotá", _BOOKS, seller_id="SEL-20871"),
)  # fmt: skip
_OPERATOR = (
    _sender("Hogar Páramo Verde S.A.S.", "999100677-2", "6015550155", "logistica@paramoverde.example",
            "Parque Industrial El Ciprés, Bodega 11, Funza", _HOME, channel="Tienda en línea"),
    _sender("Distribuidora Mil Arepas S.A.", "999100734-5", "6015550163", "opl@milarepas.example",
            "Calle 13 # 65-70, Bogotá", _GROCERIES, channel="Venta telefónica"),
    _sender("Cosméticos Guayaba Rosa S.A.S.", "999100823-0", "6015550177", "despacho@guayabarosa.example",
            "Carrera 106 # 15-25, Zona Franca, Bogotá", _COSMETICS, channel="Catálogo"),
)  # fmt: skip
_WAREHOUSE = (
    _sender("Ferretería La Tuerca Mansa S.A.S.", "999100901-3", "6015550182", "bodega@tuercamansa.example",
            "Calle 80 km 2, Parque Los Sauces, Bodega 4, Siberia", _HOME),
    _sender("Droguería Yerbabuena S.A.", "999100958-6", "6015550190", "envios@drogueriayerbabuena.example",
            "Carrera 27 # 10-65, Bogotá", _COSMETICS),
)  # fmt: skip
_FLOWS = (_MARKETPLACE, _OPERATOR, _WAREHOUSE)
