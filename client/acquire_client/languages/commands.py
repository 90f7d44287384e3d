"""The words of commands and answers in each language; the English ones are always understood too.

A word here is typed in full. None is an English command word or the start of one, nor the start of
a chain's name or a tile: whoever types English is understood as in English.
"""

import unicodedata
from collections.abc import Mapping
from functools import cache
from typing import Final

from acquire_net.language import spoken

COMMANDS: Final[Mapping[str, Mapping[str, str]]] = {
    "es": {
        # answers
        "place": "colocar coloca",
        "pass": "pasar paso",
        "found": "fundar funda",
        "survivor": "sobrevive superviviente",
        "order": "orden",
        "dispose": "liquidar",
        "sell": "vender vendo",
        "trade": "cambiar cambio",
        "keep": "conservar conservo",
        "buy": "comprar compro",
        "exchange": "descartar descarto",
        "all": "todas todo todos",
        "none": "ninguna ninguno nada",
        "rest": "resto",
        "end": "fin terminar",
        # looking
        "show": "ver mostrar",
        "board": "tablero",
        "chains": "cadenas",
        "players": "jugadores",
        "hand": "mano",
        "log": "historial",
        "bonuses": "bonos",
        "me": "yo",
        "standings": "clasificación",
        "row": "fila",
        "column": "columna",
        "at": "casilla",
        "chain": "cadena",
        "last": "última último",
        "turn": "turno",
        "unseen": "ocultas",
        "price": "precio precios",
        "rules": "reglas",
        "why": "porqué",
        # the table
        "help": "ayuda",
        "say": "decir digo",
        "since": "desde",
        "again": "repetir repite",
        "consent": "consentir consiento",
        "substitute": "sustituir",
        "adjourn": "aplazar",
        "undo": "deshacer",
        "quit": "salir",
        "nudge": "avisar aviso",
        "confirm": "confirmar confirmo",
        "abandon": "abandonar abandono",
        "continue": "seguir sigo",
        "rematch": "revancha",
        # before the game
        "ready": "listo lista",
        "unready": "espera espero",
        "rule": "regla",
        "preset": "edición",
        "seats": "asientos",
        "remove": "quitar",
        "shuffle": "barajar",
        "start": "empezar",
        # topics of help
        "answers": "respuestas",
        "merger": "fusiones",
        "table": "mesa",
        # the screen
        "plain": "texto",
        "screen": "pantalla",
        "mouse": "ratón",
        "review": "revisar",
        "plot": "gráfico",
        "report": "informe",
        "theme": "tema",
    },
    "nl": {
        "place": "plaatsen plaats leggen",
        "pass": "passen",
        "found": "oprichten",
        "survivor": "overblijver blijft",
        "order": "volgorde",
        "dispose": "afhandelen",
        "sell": "verkopen verkoop",
        "trade": "inruilen ruilen ruil",
        "keep": "houden houd",
        "buy": "kopen koop",
        "exchange": "afleggen",
        "all": "alle alles",
        "none": "geen niets",
        "rest": "rest",
        "end": "einde",
        "show": "tonen toon",
        "board": "bord",
        "chains": "bedrijven",
        "players": "spelers",
        "hand": "hand",
        "log": "logboek",
        "bonuses": "bonussen",
        "me": "ik",
        "standings": "stand",
        "row": "rij",
        "column": "kolom",
        "at": "vakje",
        "chain": "bedrijf",
        "last": "laatste",
        "turn": "beurt",
        "unseen": "ongezien",
        "price": "prijs prijzen",
        "rules": "regels",
        "why": "waarom",
        "help": "hulp",
        "say": "zeg zeggen",
        "since": "sinds",
        "again": "herhaal herhalen",
        "consent": "instemmen",
        "substitute": "vervangen",
        "adjourn": "verdagen",
        "undo": "terug terugnemen",
        "quit": "stoppen stop",
        "nudge": "porren por",
        "confirm": "bevestigen bevestig",
        "abandon": "opgeven",
        "continue": "doorgaan",
        "rematch": "revanche",
        "ready": "klaar",
        "unready": "wacht",
        "rule": "regel",
        "preset": "uitgave",
        "seats": "plekken",
        "remove": "verwijderen",
        "shuffle": "schudden",
        "start": "beginnen begin",
        "answers": "antwoorden",
        "merger": "overnames",
        "table": "tafel",
        "plain": "tekst",
        "screen": "scherm",
        "mouse": "muis",
        "review": "terugkijken",
        "plot": "grafiek",
        "report": "verslag",
        "theme": "thema",
    },
    "ko": {
        "place": "놓기",
        "pass": "통과 패스",
        "found": "만들기",
        "survivor": "생존",
        "order": "순서",
        "dispose": "처리",
        "sell": "판매",
        "trade": "교환",
        "keep": "보유",
        "buy": "구매",
        "exchange": "교체",
        "all": "모두",
        "none": "없음",
        "rest": "나머지",
        "end": "종료",
        "show": "보기",
        "board": "보드",
        "chains": "체인목록",
        "players": "플레이어",
        "hand": "손패",
        "log": "기록",
        "bonuses": "보너스",
        "me": "나",
        "standings": "순위",
        "row": "행",
        "column": "열",
        "at": "칸",
        "chain": "체인",
        "last": "마지막",
        "turn": "차례 턴",
        "unseen": "미공개",
        "price": "가격",
        "rules": "규칙",
        "why": "이유",
        "help": "도움말",
        "say": "말",
        "since": "이후",
        "again": "다시",
        "consent": "동의",
        "substitute": "대체",
        "adjourn": "중단",
        "undo": "무르기",
        "quit": "나가기",
        "nudge": "알림",
        "confirm": "확인",
        "abandon": "포기",
        "continue": "계속",
        "rematch": "재대결",
        "ready": "준비",
        "unready": "대기",
        "rule": "규칙변경",
        "preset": "판",
        "seats": "자리",
        "remove": "제거",
        "shuffle": "섞기",
        "start": "시작",
        "answers": "대답",
        "merger": "합병",
        "table": "테이블",
        "plain": "글",
        "screen": "화면",
        "mouse": "마우스",
        "review": "복기",
        "plot": "그래프",
        "report": "보고서",
        "theme": "테마",
    },
}
"""By language: the English word, and the words for it, of which the program says the first."""


def english(text: str) -> str | None:
    """The English command word that a word of the language spoken stands for; None for others.

    Capitals and accents do not matter.
    """
    return _english(spoken()).get(plain(text))


def word(command: str) -> str:
    """What the language spoken calls an English command word."""
    return COMMANDS.get(spoken(), {}).get(command, command).split()[0]


@cache
def _english(code: str) -> Mapping[str, str]:
    return {
        plain(local): command
        for command, locals_ in COMMANDS.get(code, {}).items()
        for local in locals_.split()
    }


def plain(text: str) -> str:
    """A word as it is looked up: in small letters without accents; Korean letters have none."""
    apart = unicodedata.normalize("NFD", text.casefold())
    return unicodedata.normalize("NFC", "".join(c for c in apart if not unicodedata.combining(c)))
