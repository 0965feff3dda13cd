from .recorded import Record
from .forgery import Forgery
class Reckoning:
    def __init__(self, record: Record) -> None: ...
    def answer(self, forgery: Forgery): return None
