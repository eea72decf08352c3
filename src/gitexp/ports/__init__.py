"""What the steps and use cases need of the world. Engines and adapters implement it; only the wiring builds them."""

from gitexp.ports.code import CommandingComments as CommandingComments
from gitexp.ports.code import Commits as Commits
from gitexp.ports.code import FactsSource as FactsSource
from gitexp.ports.code import Files as Files
from gitexp.ports.code import Removals as Removals
from gitexp.ports.code import Symbols as Symbols
from gitexp.ports.code import Verified as Verified
from gitexp.ports.code import Versions as Versions
from gitexp.ports.history import History as History
from gitexp.ports.history import Owners as Owners
from gitexp.ports.history import Past as Past
from gitexp.ports.judging import Consent as Consent
from gitexp.ports.judging import Engine as Engine
from gitexp.ports.judging import LanguageModel as LanguageModel
from gitexp.ports.judging import Replies as Replies
from gitexp.ports.recall import Index as Index
from gitexp.ports.recall import Meaning as Meaning
from gitexp.ports.recall import Usage as Usage
from gitexp.ports.sources import SessionFolders as SessionFolders
from gitexp.ports.sources import Source as Source
from gitexp.ports.store import Ledger as Ledger
from gitexp.ports.store import Publisher as Publisher
from gitexp.ports.store import Store as Store
from gitexp.ports.store import StoreFiles as StoreFiles
